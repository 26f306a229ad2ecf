package dev.dray.framework;

import dev.dray.api.core.Pod;
import dev.dray.framework.affinity.AffinityPod;
import dev.dray.framework.claim.AssumedClaims;
import dev.dray.framework.claim.ClaimStore;
import dev.dray.framework.node.PodRequests;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pods that take resources of nodes: those that informers reported there, and those assumed to
 * be. Mutable. The pods of a node that is not known yet count once it is.
 */
final class AssumedPods {
  /** The listener for pods that come to nodes and leave them. */
  interface Watcher {
    /** Reports that the pod takes resources of a node. */
    void came(String id, Home home);

    /** Reports that the pod gives its resources back. */
    void went(String id, Home home);

    /** Reports that the pod stays on its node, but affinity terms see it differently. */
    void changed(String id, Home home);
  }

  /** The node of a pod, the resources it takes there, and what affinity sees of it. */
  record Home(String node, PodRequests amounts, AffinityPod affinityPod) {
    static Home of(Pod pod, String node) {
      return new Home(node, PodRequests.of(pod.spec()), AffinityPod.of(pod));
    }

    private boolean takesTheSame(Home other) {
      return node.equals(other.node) && amounts.equals(other.amounts);
    }
  }

  /** The state that counts of a reported pod. */
  private record Informed(String id, Optional<Home> home, boolean finished) {}

  /** A pod assumed on a node; bound once the server said so, gone if it was deleted meanwhile. */
  private record Assumed(Home home, boolean bound, boolean gone) {}

  private final Watcher watcher;
  private final Map<String, Informed> told = new HashMap<>();
  private final Map<String, String> keys = new HashMap<>();
  private final Map<String, Assumed> assumed = new HashMap<>();
  private final Map<String, Home> homes = new HashMap<>();
  private final Map<String, Map<String, PodRequests>> byNode = new HashMap<>();

  AssumedPods(Watcher watcher) {
    this.watcher = watcher;
  }

  /** Returns the requests of all pods on a node, in no particular order. */
  Iterable<PodRequests> on(String node) {
    return List.copyOf(byNode.getOrDefault(node, Map.of()).values());
  }

  /** Takes in a pod that an informer reports. */
  void put(Pod pod) {
    var key = ClaimStore.key(pod.metadata());
    var id = AssumedClaims.id(pod);
    var before = told.get(key);
    if (before != null && !before.id().equals(id)) {
      forgetTold(key, before);
    }
    var now = read(pod);
    told.put(key, now);
    keys.put(id, key);
    var flight = assumed.get(id);
    if (flight != null && flight.bound() && (now.home().isPresent() || now.finished())) {
      assumed.remove(id);
    }
    settle(id);
  }

  private static boolean isWaiting(Informed pod) {
    return pod.home().isEmpty() && !pod.finished();
  }

  private static Informed read(Pod pod) {
    boolean finished = pod.status().finished();
    var node = pod.spec().nodeName();
    var home =
        finished || node.isEmpty() ? Optional.<Home>empty() : Optional.of(Home.of(pod, node));
    return new Informed(AssumedClaims.id(pod), home, finished);
  }

  /** Drops a pod that an informer reports as deleted. */
  void remove(Pod pod) {
    var key = ClaimStore.key(pod.metadata());
    var before = told.get(key);
    if (before != null && before.id().equals(AssumedClaims.id(pod))) {
      forgetTold(key, before);
    }
  }

  private void forgetTold(String key, Informed before) {
    var id = before.id();
    told.remove(key);
    keys.remove(id);
    assumed.computeIfPresent(
        id,
        (_, it) ->
            it.bound() || before.home().isPresent() ? null : new Assumed(it.home(), false, true));
    settle(id);
  }

  /** Assumes the pod on the node. */
  void assume(Pod pod, String node) {
    var id = AssumedClaims.id(pod);
    assumed.put(id, new Assumed(Home.of(pod, node), false, false));
    settle(id);
  }

  /** Ends the assumption: the pod does not get to the node. */
  void forget(Pod pod) {
    assumed.remove(AssumedClaims.id(pod));
    settle(AssumedClaims.id(pod));
  }

  /** Notes that the pod was bound; the assumption stands until an informer reports it. */
  void bound(Pod pod) {
    var id = AssumedClaims.id(pod);
    var known =
        keys.containsKey(id)
            ? Optional.ofNullable(told.get(keys.get(id)))
            : Optional.<Informed>empty();
    boolean arrived = known.filter(it -> !isWaiting(it)).isPresent();
    assumed.computeIfPresent(
        id, (_, it) -> it.gone() || arrived ? null : new Assumed(it.home(), true, false));
    settle(id);
  }

  /** Lets the pod take resources where it is now. */
  private void settle(String id) {
    var before = Optional.ofNullable(homes.get(id));
    var now = home(id);
    if (before.equals(now)) {
      return;
    }
    if (before.isPresent() && now.isPresent() && now.get().takesTheSame(before.get())) {
      homes.put(id, now.get());
      watcher.changed(id, now.get());
      return;
    }
    before.ifPresent(
        it -> {
          homes.remove(id);
          byNode.computeIfPresent(
              it.node(), (_, pods) -> pods.remove(id) != null && pods.isEmpty() ? null : pods);
          watcher.went(id, it);
        });
    now.ifPresent(
        it -> {
          homes.put(id, it);
          byNode.computeIfAbsent(it.node(), _ -> new LinkedHashMap<>()).put(id, it.amounts());
          watcher.came(id, it);
        });
  }

  private Optional<Home> home(String id) {
    var key = keys.get(id);
    var pod = key == null ? null : told.get(key);
    if (pod != null && !isWaiting(pod)) {
      return pod.home();
    }
    return Optional.ofNullable(assumed.get(id)).map(Assumed::home);
  }
}
