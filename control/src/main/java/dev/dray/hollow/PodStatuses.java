package dev.dray.hollow;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The status writes of a kubelet. */
final class PodStatuses {
  private static final String NO_REASON = "";

  private final KnownObject<Pod> pod;
  private final String now;

  PodStatuses(KnownObject<Pod> pod, Instant now) {
    this.pod = pod;
    this.now = text(now);
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Returns a patch of the status that applies only to this very pod. */
  private Call patch(Json.Obj status) {
    var metadata = pod.metadata();
    return Call.patch(
        Call.Verb.STRATEGIC_PATCH,
        Resources.PODS,
        metadata.namespace(),
        metadata.name(),
        "status",
        Json.obj("metadata", Json.obj("uid", metadata.uid()), "status", status));
  }

  Call running(String hostIp) {
    var ip = Addresses.ofPod(pod.metadata().uid());
    var conditions = new ArrayList<Json>();
    for (var type :
        List.of("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady")) {
      conditions.add(condition(type, true, NO_REASON));
    }
    if (!isScheduled()) {
      conditions.add(condition("PodScheduled", true, NO_REASON));
    }
    return patch(
        Json.obj(
            "phase",
            "Running",
            "conditions",
            Json.of(conditions),
            "startTime",
            now,
            "hostIP",
            hostIp,
            "hostIPs",
            Json.Arr.of(Json.obj("ip", hostIp)),
            "podIP",
            ip,
            "podIPs",
            Json.Arr.of(Json.obj("ip", ip)),
            "initContainerStatuses",
            containers("initContainers", it -> isSidecar(it) ? runs(it) : ended(it, true)),
            "containerStatuses",
            containers("containers", this::runs)));
  }

  private boolean isScheduled() {
    return pod.tree().objects("status", "conditions").stream()
        .anyMatch(it -> it.text("type").equals("PodScheduled") && it.text("status").equals("True"));
  }

  private Json.Obj condition(String type, boolean status, String reason) {
    var condition =
        Json.obj("type", type, "status", status ? "True" : "False", "lastTransitionTime", now);
    return reason.isEmpty() ? condition : condition.with("reason", Json.of(reason));
  }

  Call succeeded() {
    return ended("Succeeded", "PodCompleted", true);
  }

  Call failed() {
    return ended("Failed", "PodFailed", false);
  }

  private Call ended(String phase, String reason, boolean well) {
    return patch(
        Json.obj(
            "phase",
            phase,
            "conditions",
            Json.Arr.of(
                condition("PodReadyToStartContainers", false, NO_REASON),
                condition("Initialized", true, well ? reason : NO_REASON),
                condition("Ready", false, reason),
                condition("ContainersReady", false, reason)),
            "initContainerStatuses",
            containers("initContainers", it -> ended(it, true)),
            "containerStatuses",
            containers("containers", it -> ended(it, well))));
  }

  /** Returns the status of a pod that never starts. */
  Call rejected(String reason, String message) {
    return patch(
        Json.obj(
            "phase",
            "Failed",
            "reason",
            reason,
            "message",
            "Pod was rejected: " + message,
            "startTime",
            now));
  }

  private Json.Arr containers(String field, Function<Json.Obj, Json.Obj> status) {
    return Json.of(pod.tree().objects("spec", field).stream().map(status).toList());
  }

  private static boolean isSidecar(Json.Obj container) {
    return container.text("restartPolicy").equals("Always");
  }

  private Json.Obj runs(Json.Obj container) {
    return status(container, true, Json.obj("running", Json.obj("startedAt", now)));
  }

  private Json.Obj ended(Json.Obj container, boolean well) {
    var began = pod.tree().text("status", "startTime");
    return status(
        container,
        false,
        Json.obj(
            "terminated",
            Json.obj(
                "exitCode",
                well ? 0 : 1,
                "reason",
                well ? "Completed" : "Error",
                "startedAt",
                began.isEmpty() ? now : began,
                "finishedAt",
                now,
                "containerID",
                id(container))));
  }

  private Json.Obj status(Json.Obj container, boolean ready, Json.Obj state) {
    return Json.obj(
        "name",
        container.text("name"),
        "image",
        container.text("image"),
        "imageID",
        "",
        "containerID",
        id(container),
        "ready",
        ready,
        "started",
        ready,
        "restartCount",
        0,
        "state",
        state);
  }

  private String id(Json.Obj container) {
    return "hollow://%s/%s".formatted(pod.metadata().uid(), container.text("name"));
  }

  /** Returns the time at which the pod started, as far as its status states it. */
  static Optional<Instant> began(KnownObject<Pod> pod) {
    var text = pod.tree().text("status", "startTime");
    return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
  }
}
