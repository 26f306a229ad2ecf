package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.kinds.Ages;
import dev.dray.kinds.Columns;
import dev.dray.kinds.TableColumns;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The table columns of pods; much of it is collected from their containers. */
public final class PodColumns {
  private PodColumns() {}

  public static Columns columns() {
    return TableColumns.named()
        .text("Ready", "How many containers are ready.", pod -> new Summary(pod).ready())
        .text("Status", "The aggregate status of the containers.", pod -> new Summary(pod).reason)
        .timed(
            "Restarts",
            "How often containers were restarted, and when last.",
            0,
            (pod, now) -> new Summary(pod).restarts(now))
        .age()
        .wide("IP", "The address of the pod.", PodColumns::address)
        .wide("Node", "The node it runs on.", pod -> orNone(pod.text("spec", "nodeName")))
        .wide(
            "Nominated Node",
            "The node that is being freed for the pod.",
            pod -> orNone(pod.text("status", "nominatedNodeName")))
        .wide("Readiness Gates", "How many readiness gates are met.", PodColumns::readinessGates);
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "<none>" : text;
  }

  private static String address(Json.Obj pod) {
    return pod.objects("status", "podIPs").stream()
        .findFirst()
        .map(first -> orNone(first.text("ip")))
        .orElse("<none>");
  }

  private static String readinessGates(Json.Obj pod) {
    var gates = pod.objects("spec", "readinessGates");
    if (gates.isEmpty()) {
      return "<none>";
    }
    long open = gates.stream().filter(gate -> holds(pod, gate.text("conditionType"))).count();
    return open + "/" + gates.size();
  }

  private static boolean holds(Json.Obj pod, String type) {
    return pod.objects("status", "conditions").stream()
        .filter(condition -> condition.text("type").equals(type))
        .findFirst()
        .map(condition -> condition.text("status").equals("True"))
        .orElse(false);
  }

  /** A summary of a pod's containers, made in one pass. */
  private static final class Summary {
    private final Json.Obj pod;
    private final Set<String> sidecars = new HashSet<>();
    private int ready;
    private long restarts;
    private Optional<Instant> lastRestart = Optional.empty();
    private String reason;

    Summary(Json.Obj pod) {
      this.pod = pod;
      for (var container : pod.objects("spec", "initContainers")) {
        if (container.text("restartPolicy").equals("Always")) {
          sidecars.add(container.text("name"));
        }
      }
      this.reason = firstReason();
      boolean initializing = initContainers();
      if (!initializing || holds(pod, "Initialized")) {
        restarts = 0;
        lastRestart = Optional.empty();
        sidecarRestarts();
        containers();
      }
      ending();
    }

    private String firstReason() {
      boolean gated =
          pod.objects("status", "conditions").stream()
              .anyMatch(
                  condition ->
                      condition.text("type").equals("PodScheduled")
                          && condition.text("reason").equals("SchedulingGated"));
      if (gated) {
        return "SchedulingGated";
      }
      var given = pod.text("status", "reason");
      return given.isEmpty() ? pod.text("status", "phase") : given;
    }

    private boolean initContainers() {
      var statuses = pod.objects("status", "initContainerStatuses");
      for (int i = 0; i < statuses.size(); i++) {
        var container = statuses.get(i);
        count(container);
        var ended = container.object("state", "terminated");
        boolean hasEnded = container.find("state", "terminated").isPresent();
        if (hasEnded && ended.number("exitCode").orElse(0L) == 0) {
          continue;
        }
        if (isSidecar(container) && container.truth("started")) {
          ready += container.truth("ready") ? 1 : 0;
          continue;
        }
        reason = "Init:" + initReason(container, hasEnded, i);
        return true;
      }
      return false;
    }

    private String initReason(Json.Obj container, boolean hasEnded, int index) {
      if (hasEnded) {
        return endReason(container.object("state", "terminated"));
      }
      var waiting = container.text("state", "waiting", "reason");
      return waiting.isEmpty() || waiting.equals("PodInitializing")
          ? index + "/" + pod.items("spec", "initContainers").size()
          : waiting;
    }

    private boolean isSidecar(Json.Obj container) {
      return sidecars.contains(container.text("name"));
    }

    private void sidecarRestarts() {
      pod.objects("status", "initContainerStatuses").stream()
          .filter(this::isSidecar)
          .forEach(this::count);
    }

    private void count(Json.Obj container) {
      restarts += container.number("restartCount").orElse(0L);
      Ages.read(container.text("lastState", "terminated", "finishedAt"))
          .filter(time -> lastRestart.map(time::isAfter).orElse(true))
          .ifPresent(time -> lastRestart = Optional.of(time));
    }

    private void containers() {
      boolean running = false;
      var failure = "";
      for (var container : pod.objects("status", "containerStatuses").reversed()) {
        count(container);
        var waiting = container.text("state", "waiting", "reason");
        if (!waiting.isEmpty()) {
          reason = waiting;
        } else if (container.find("state", "terminated").isPresent()) {
          var ended = container.object("state", "terminated");
          reason = endReason(ended);
          failure = ended.number("exitCode").orElse(0L) == 0 ? failure : reason;
        } else if (container.truth("ready") && container.find("state", "running").isPresent()) {
          running = true;
          ready++;
        }
      }
      if (reason.equals("Completed")) {
        reason = afterCompletion(running, failure);
      }
    }

    private String afterCompletion(boolean running, String failure) {
      if (running && holds(pod, "Ready")) {
        return "Running";
      }
      if (!failure.isEmpty()) {
        return failure;
      }
      return running ? "NotReady" : "Completed";
    }

    private static String endReason(Json.Obj ended) {
      var given = ended.text("reason");
      if (!given.isEmpty()) {
        return given;
      }
      long signal = ended.number("signal").orElse(0L);
      return signal != 0 ? "Signal:" + signal : "ExitCode:" + ended.number("exitCode").orElse(0L);
    }

    private void ending() {
      if (pod.text("metadata", "deletionTimestamp").isEmpty()) {
        return;
      }
      if (pod.text("status", "reason").equals("NodeLost")) {
        reason = "Unknown";
      } else if (!List.of("Succeeded", "Failed").contains(pod.text("status", "phase"))) {
        reason = "Terminating";
      }
    }

    private String ready() {
      return ready + "/" + (pod.items("spec", "containers").size() + sidecars.size());
    }

    private String restarts(Instant now) {
      return restarts == 0 || lastRestart.isEmpty()
          ? Long.toString(restarts)
          : "%d (%s ago)".formatted(restarts, Ages.since(lastRestart.get().toString(), now));
    }
  }
}
