package dev.dray.cli.simulate;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.whatif.PodOutcome;
import dev.dray.framework.whatif.Simulation;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The fates of all pods that have not ended, by namespace and name. */
record PodFates(SortedMap<String, Fate> pods) {

  /**
   * The fate of a pod.
   *
   * @param node the node; empty if the pod waits
   * @param devices the devices it holds
   * @param message the reason why it waits; empty if it is not known
   */
  record Fate(String node, String devices, String message) {
    boolean waits() {
      return node.isEmpty();
    }

    String where() {
      return waits() ? "waits" : node;
    }
  }

  static PodFates of(Simulation.Result result) {
    var messages = new HashMap<String, String>();
    for (var outcome : result.pods()) {
      if (outcome instanceof PodOutcome.Waits waits) {
        messages.put(key(waits.pod()), waits.message());
      }
    }
    return of(result.after(), messages);
  }

  /** Returns the fates in an earlier result, or in a cluster as it is. */
  static PodFates of(Cluster cluster) {
    return of(cluster, Map.of());
  }

  private static PodFates of(Cluster cluster, Map<String, String> messages) {
    var held = new HashMap<String, TreeSet<String>>();
    cluster.claims().forEach(claim -> addDevices(claim, held));
    var fates = new TreeMap<String, Fate>();
    for (var pod : cluster.pods()) {
      if (!pod.status().finished()) {
        var devices = held.getOrDefault(pod.metadata().uid(), new TreeSet<>());
        var message = messages.getOrDefault(key(pod), "");
        fates.put(key(pod), new Fate(pod.spec().nodeName(), String.join(", ", devices), message));
      }
    }
    return new PodFates(fates);
  }

  private static void addDevices(ResourceClaim claim, Map<String, TreeSet<String>> held) {
    var results =
        claim.status().allocation().stream()
            .flatMap(allocation -> allocation.devices().results().stream())
            .map(it -> it.driver() + "/" + it.pool() + "/" + it.device())
            .toList();
    for (var user : claim.status().reservedFor()) {
      held.computeIfAbsent(user.uid(), _ -> new TreeSet<>()).addAll(results);
    }
  }

  static String key(Pod pod) {
    return pod.metadata().namespace() + "/" + pod.metadata().name();
  }

  long placed() {
    return pods.values().stream().filter(fate -> !fate.waits()).count();
  }
}
