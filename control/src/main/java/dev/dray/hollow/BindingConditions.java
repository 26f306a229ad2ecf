package dev.dray.hollow;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Condition;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The driver's answers to binding conditions: it reports devices as ready or failed where an
 * annotation asks for it.
 *
 * <p>Without the annotation nothing is reported: that is left to somebody else.
 */
final class BindingConditions {
  private static final String MANAGER = "hollow-driver";
  private static final Set<String> READY = Set.of("true", "ready");
  private static final Set<String> FAILED = Set.of("fail", "failed");

  private final EventLoop loop;
  private final RetriedWrites retriedWrites;
  private final Machines machines;
  private final Map<String, AllocationResult> answered = new HashMap<>();

  BindingConditions(EventLoop loop, RetriedWrites retriedWrites, Machines machines) {
    this.loop = loop;
    this.retriedWrites = retriedWrites;
    this.machines = machines;
  }

  /** The answer for a claim's devices, and its delay. */
  private record Answer(boolean ready, Duration delay) {}

  void put(KnownObject<ResourceClaim> object) {
    var uid = object.metadata().uid();
    var allocation = object.value().status().allocation();
    if (allocation.isEmpty()) {
      answered.remove(uid);
      return;
    }
    if (conditional(allocation.get()).isEmpty() || allocation.get().equals(answered.get(uid))) {
      return;
    }
    answer(object, allocation.get())
        .ifPresent(
            it -> {
              answered.put(uid, allocation.get());
              say(object, allocation.get(), it);
            });
  }

  void remove(KnownObject<ResourceClaim> object) {
    answered.remove(object.metadata().uid());
  }

  private static List<DeviceRequestAllocationResult> conditional(AllocationResult allocation) {
    return allocation.devices().results().stream()
        .filter(it -> !it.bindingConditions().isEmpty())
        .toList();
  }

  private Optional<Answer> answer(KnownObject<ResourceClaim> object, AllocationResult allocation) {
    return Annotations.find(object.metadata(), Annotations.BINDING_CONDITIONS)
        .or(() -> ofNode(allocation))
        .flatMap(BindingConditions::answer);
  }

  private Optional<String> ofNode(AllocationResult allocation) {
    return allocation.nodeSelector().stream()
        .flatMap(it -> it.nodeSelectorTerms().stream())
        .flatMap(it -> it.matchFields().stream())
        .map(NodeSelectorRequirement::values)
        .flatMap(List::stream)
        .flatMap(name -> machines.find(name).stream())
        .flatMap(
            it -> Annotations.find(it.object().metadata(), Annotations.BINDING_CONDITIONS).stream())
        .findFirst();
  }

  private static Optional<Answer> answer(String text) {
    if (READY.contains(text)) {
      return Optional.of(new Answer(true, Duration.ZERO));
    }
    if (FAILED.contains(text)) {
      return Optional.of(new Answer(false, Duration.ZERO));
    }
    return Annotations.span(text).map(it -> new Answer(true, it));
  }

  private void say(KnownObject<ResourceClaim> object, AllocationResult allocation, Answer answer) {
    if (answer.delay().isZero()) {
      apply(object, allocation, answer);
    } else {
      loop.after(answer.delay(), () -> apply(object, allocation, answer));
    }
  }

  private void apply(
      KnownObject<ResourceClaim> object, AllocationResult allocation, Answer answer) {
    var metadata = object.metadata();
    if (!allocation.equals(answered.get(metadata.uid()))) {
      return;
    }
    var devices = new ArrayList<Json>();
    for (var result : conditional(allocation)) {
      if (!isSaid(object.value(), result, answer)) {
        devices.add(device(result, answer));
      }
    }
    if (devices.isEmpty()) {
      return;
    }
    var status =
        Json.obj(
            "apiVersion",
            Resources.CLAIMS.apiVersion(),
            "kind",
            Resources.CLAIMS.kind(),
            "metadata",
            Json.obj(
                "name", metadata.name(), "namespace", metadata.namespace(), "uid", metadata.uid()),
            "status",
            Json.obj("devices", Json.of(devices)));
    retriedWrites.send(
        Call.apply(
            Resources.CLAIMS, metadata.namespace(), metadata.name(), "status", status, MANAGER),
        () -> allocation.equals(answered.get(metadata.uid())),
        () -> {});
  }

  private static List<String> types(DeviceRequestAllocationResult result, Answer answer) {
    return answer.ready() ? result.bindingConditions() : result.bindingFailureConditions();
  }

  private static boolean isSaid(
      ResourceClaim claim, DeviceRequestAllocationResult result, Answer answer) {
    var known =
        claim.status().devices().stream()
            .filter(it -> isOf(it, result))
            .flatMap(it -> it.conditions().stream())
            .filter(it -> it.status().equals("True"))
            .map(Condition::type)
            .toList();
    return known.containsAll(types(result, answer));
  }

  private static boolean isOf(AllocatedDeviceStatus device, DeviceRequestAllocationResult result) {
    return device.driver().equals(result.driver())
        && device.pool().equals(result.pool())
        && device.device().equals(result.device())
        && device.shareId().equals(result.shareId());
  }

  private Json.Obj device(DeviceRequestAllocationResult result, Answer answer) {
    var now = loop.now().truncatedTo(ChronoUnit.SECONDS).toString();
    var conditions = new ArrayList<Json>();
    for (var type : types(result, answer)) {
      conditions.add(
          Json.obj(
              "type",
              type,
              "status",
              "True",
              "reason",
              "Simulated",
              "message",
              "requested by annotation %s".formatted(Annotations.BINDING_CONDITIONS),
              "lastTransitionTime",
              now));
    }
    var device =
        Json.obj(
            "driver",
            result.driver(),
            "pool",
            result.pool(),
            "device",
            result.device(),
            "conditions",
            Json.of(conditions));
    return result.shareId().map(it -> device.with("shareID", Json.of(it))).orElse(device);
  }
}
