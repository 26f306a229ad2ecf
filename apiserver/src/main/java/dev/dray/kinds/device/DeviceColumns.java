package dev.dray.kinds.device;

import dev.dray.api.json.Json;
import dev.dray.api.resource.Kind;
import dev.dray.kinds.Ages;
import dev.dray.kinds.Columns;
import dev.dray.kinds.TableColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.ToLongFunction;

/** The table columns of the kinds of {@code resource.k8s.io}. */
final class DeviceColumns {
  private DeviceColumns() {}

  static Columns of(Kind kind) {
    return switch (kind) {
      case RESOURCE_SLICE -> slice();
      case RESOURCE_CLAIM ->
          TableColumns.named()
              .text("State", "Pending, allocated, reserved or deleted.", DeviceColumns::state)
              .age();
      case RESOURCE_CLAIM_TEMPLATE, DEVICE_CLASS -> TableColumns.named().age();
      case DEVICE_TAINT_RULE -> taintRule();
      case RESOURCE_POOL_STATUS_REQUEST -> poolStatusRequest();
      case RESOURCE_SLICE_PATCH ->
          TableColumns.named()
              .number(
                  "Priority",
                  "The patch with the highest priority wins.",
                  patch -> patch.number("spec", "devices", "priority").orElse(0L))
              .age();
    };
  }

  private static Columns slice() {
    return TableColumns.named()
        .text("Node", "The node that has the devices.", slice -> slice.text("spec", "nodeName"))
        .text(
            "Driver",
            "The driver that publishes the devices.",
            slice -> slice.text("spec", "driver"))
        .text(
            "Pool",
            "The pool that the devices belong to.",
            slice -> slice.text("spec", "pool", "name"))
        .age();
  }

  private static String state(Json.Obj claim) {
    var states = new ArrayList<String>();
    boolean deleted = !claim.text("metadata", "deletionTimestamp").isEmpty();
    if (deleted) {
      states.add("deleted");
    }
    if (claim.find("status", "allocation").isPresent()) {
      states.add("allocated");
      if (!claim.items("status", "reservedFor").isEmpty()) {
        states.add("reserved");
      }
    } else if (!deleted) {
      states.add("pending");
    }
    return String.join(",", states);
  }

  private static Columns taintRule() {
    return TableColumns.named()
        .text("Key", "The key of the taint.", rule -> rule.text("spec", "taint", "key"))
        .text("Value", "The value of the taint.", rule -> rule.text("spec", "taint", "value"))
        .text("Effect", "The effect of the taint.", rule -> rule.text("spec", "taint", "effect"))
        .timed(
            "TimeAdded",
            "How long ago the taint was added.",
            0,
            (rule, now) -> Ages.since(rule.text("spec", "taint", "timeAdded"), now))
        .age();
  }

  private static Columns poolStatusRequest() {
    return TableColumns.named()
        .text(
            "Driver",
            "The driver whose pools are queried.",
            request -> request.text("spec", "driver"))
        .text("Total", "Devices in all pools.", request -> sum(request, "totalDevices"))
        .text(
            "Available",
            "Devices that can be allocated.",
            request -> sum(request, "availableDevices"))
        .text("Allocated", "Devices in use.", request -> sum(request, "allocatedDevices"))
        .text(
            "Unavailable",
            "Devices that cannot be allocated.",
            request -> sum(request, "unavailableDevices"))
        .text("Errors", "Pools with an error.", DeviceColumns::errors)
        .number(
            "Pools",
            "Pools that match.",
            request -> request.number("status", "poolCount").orElse(0L))
        .text("Status", "The progress of the request.", DeviceColumns::progress)
        .timed("Completed", "How long ago the request was completed.", 0, DeviceColumns::completed);
  }

  private static String sum(Json.Obj request, String field) {
    return total(request, pool -> pool.number(field).orElse(0L));
  }

  private static String errors(Json.Obj request) {
    return total(request, pool -> pool.has("validationError") ? 1 : 0);
  }

  private static String total(Json.Obj request, ToLongFunction<Json.Obj> count) {
    if (!request.has("status") || outcome(request).equals("Failed")) {
      return "-";
    }
    return Long.toString(request.objects("status", "pools").stream().mapToLong(count).sum());
  }

  private static String outcome(Json.Obj request) {
    return request.objects("status", "conditions").stream()
        .filter(condition -> condition.text("status").equals("True"))
        .map(condition -> condition.text("type"))
        .filter(type -> type.equals("Complete") || type.equals("Failed"))
        .findFirst()
        .orElse("Pending");
  }

  private static String progress(Json.Obj request) {
    var outcome = outcome(request);
    int shown = request.objects("status", "pools").size();
    long all = request.number("status", "poolCount").orElse(0L);
    return outcome.equals("Complete") && all > shown
        ? "Complete (%d/%d pools)".formatted(shown, all)
        : outcome;
  }

  private static String completed(Json.Obj request, Instant now) {
    if (!outcome(request).equals("Complete")) {
      return "<none>";
    }
    return request.objects("status", "conditions").stream()
        .filter(condition -> condition.text("type").equals("Complete"))
        .map(condition -> Ages.since(condition.text("lastTransitionTime"), now))
        .findFirst()
        .orElse("<none>");
  }
}
