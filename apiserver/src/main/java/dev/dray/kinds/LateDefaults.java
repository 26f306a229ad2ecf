package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.resource.Kind;

/**
 * A check for stored objects that lack a default, because they were written without it.
 *
 * <p>Defaults are filled in whenever an object is read. Nearly every object has had them since it
 * was written, and a list of thousands must not be decoded into the hub to find that out.
 */
final class LateDefaults {
  private LateDefaults() {}

  static boolean lacking(Kind kind, Json.Obj object) {
    return switch (kind) {
      case RESOURCE_SLICE ->
          object.objects("spec", "devices").stream()
              .anyMatch(device -> anyLacks(device, "taints", "timeAdded"));
      case RESOURCE_CLAIM ->
          lackingSpec(object.object("spec"))
              || object.objects("status", "allocation", "devices", "results").stream()
                  .anyMatch(result -> anyLacks(result, "tolerations", "operator"));
      case RESOURCE_CLAIM_TEMPLATE -> lackingSpec(object.object("spec", "spec"));
      case DEVICE_TAINT_RULE -> !object.object("spec", "taint").has("timeAdded");
      case RESOURCE_POOL_STATUS_REQUEST -> !object.object("spec").has("limit");
      case DEVICE_CLASS, RESOURCE_SLICE_PATCH -> false;
    };
  }

  private static boolean lackingSpec(Json.Obj spec) {
    return spec.objects("devices", "requests").stream()
        .anyMatch(
            request ->
                (request.has("exactly") && lackingRequest(request.object("exactly")))
                    || request.objects("firstAvailable").stream()
                        .anyMatch(LateDefaults::lackingRequest));
  }

  private static boolean lackingRequest(Json.Obj request) {
    return request.text("allocationMode").isEmpty()
        || (request.text("allocationMode").equals("ExactCount") && !request.has("count"))
        || anyLacks(request, "tolerations", "operator");
  }

  private static boolean anyLacks(Json.Obj holder, String list, String field) {
    return holder.has(list) && holder.objects(list).stream().anyMatch(item -> !item.has(field));
  }
}
