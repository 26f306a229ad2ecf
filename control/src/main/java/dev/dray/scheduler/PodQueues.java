package dev.dray.scheduler;

import dev.dray.api.core.Pod;
import dev.dray.client.KnownObject;
import dev.dray.scheduler.QueuedPod.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All pods that want a node, each in one place. Mutable.
 *
 * <p>Nothing here costs the number of pods: those that wait do so in groups, and are found by the
 * claims that they name.
 */
final class PodQueues {
  private final SchedulerOptions options;
  private final SchedulerMetrics metrics;
  private final Map<String, QueuedPod> byUid = new HashMap<>();
  private final Map<String, TreeSet<QueuedPod>> byClaim = new HashMap<>();
  private final TreeSet<QueuedPod> active = new TreeSet<>(QueuedPod.ORDER);
  private final TreeSet<QueuedPod> resting = new TreeSet<>(QueuedPod.BY_REST);
  private final TreeSet<QueuedPod> backoff = new TreeSet<>(QueuedPod.BY_REST);
  private final Map<Object, WaitingGroup> groups = new LinkedHashMap<>();

  /** Those of the groups for which it counts which pods come to nodes. */
  private final Set<WaitingGroup> sociable = new LinkedHashSet<>();

  private final Map<String, QueuedPod> gated = new LinkedHashMap<>();

  /** All pods of groups, those first that were looked at longest ago. */
  private final Set<QueuedPod> unschedulable = new LinkedHashSet<>();

  PodQueues(SchedulerOptions options, SchedulerMetrics metrics) {
    this.options = options;
    this.metrics = metrics;
  }

  Optional<QueuedPod> find(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  /** The pods that name the claim, in order. */
  List<QueuedPod> naming(String claim) {
    var pods = byClaim.get(claim);
    return pods == null ? List.of() : List.copyOf(pods);
  }

  /** A pod comes; it is in no queue yet. */
  QueuedPod enter(KnownObject<Pod> pod, Instant now) {
    var entry = new QueuedPod(pod, now);
    byUid.put(entry.uid(), entry);
    list(entry);
    return entry;
  }

  private void list(QueuedPod entry) {
    entry
        .claims()
        .forEach(it -> byClaim.computeIfAbsent(it, _ -> new TreeSet<>(QueuedPod.ORDER)).add(entry));
  }

  private void unlist(QueuedPod entry) {
    entry
        .claims()
        .forEach(
            it ->
                byClaim.computeIfPresent(
                    it, (_, pods) -> pods.remove(entry) && pods.isEmpty() ? null : pods));
  }

  /** The pod is other than before, and stays where it is. */
  void become(QueuedPod entry, KnownObject<Pod> newer) {
    unlist(entry);
    entry.become(newer);
    list(entry);
  }

  /** Who refused the pod, as far as operators count it; nobody while it is tried. */
  void refused(QueuedPod entry, Set<String> plugins) {
    metrics.tried(entry.profile(), entry.refusedBy());
    metrics.refused(entry.profile(), plugins);
    entry.refusedBy(plugins);
  }

  /** The pod is in no queue any more. */
  void leave(QueuedPod entry, Instant now) {
    refused(entry, Set.of());
    takeOut(entry);
    unlist(entry);
    byUid.remove(entry.uid(), entry);
    entry.place(Place.GONE, now);
  }

  /** Takes a pod from the queue it is in; if it went ahead of a group, the group has nobody. */
  private void takeOut(QueuedPod entry) {
    switch (entry.place()) {
      case ACTIVE -> active.remove(entry);
      case RESTING -> resting.remove(entry);
      case BACKOFF -> backoff.remove(entry);
      case GATED -> gated.remove(entry.uid());
      case UNSCHEDULABLE -> {
        var group = entry.group();
        if (group != null && group.pods().remove(entry)) {
          unschedulable.remove(entry);
          entry.group(null);
          drop(group);
        }
      }
      case NEW, BINDING, GONE -> {}
    }
  }

  private void drop(WaitingGroup group) {
    if (group.isEmpty()) {
      groups.remove(group.demand(), group);
      sociable.remove(group);
    }
  }

  /** The group of those that ask for this, as the pod does. */
  private WaitingGroup group(Object demand, Pod pod) {
    var known = groups.get(demand);
    var group = known == null ? new WaitingGroup(demand, wantsSomethingOfOthers(pod)) : known;
    keep(group);
    return group;
  }

  private void keep(WaitingGroup group) {
    groups.putIfAbsent(group.demand(), group);
    if (group.isSociable()) {
      sociable.add(group);
    }
  }

  private static boolean wantsSomethingOfOthers(Pod pod) {
    return !pod.spec().podAffinity().required().isEmpty()
        || !pod.spec().podAntiAffinity().required().isEmpty();
  }

  /** To be tried, at once or when it has rested. */
  void activate(QueuedPod entry, QueueEvent why, Instant now) {
    takeOut(entry);
    if (entry.restsUntil().isAfter(now)) {
      entry.place(Place.RESTING, now);
      resting.add(entry);
      metrics.incoming("backoff", why);
    } else {
      entry.place(Place.ACTIVE, now);
      active.add(entry);
      metrics.incoming("active", why);
    }
  }

  /** Something went wrong: it is tried again after a while, and not earlier. */
  void backOff(QueuedPod entry, Duration rest, Instant now) {
    takeOut(entry);
    entry.restUntil(now.plus(rest));
    entry.place(Place.BACKOFF, now);
    backoff.add(entry);
    metrics.incoming("backoff", QueueEvent.ATTEMPT_FAILED);
  }

  /** Not to be considered before something happens to it or to its claims. */
  void gate(QueuedPod entry, QueueEvent why, Instant now) {
    takeOut(entry);
    entry.place(Place.GATED, now);
    gated.put(entry.uid(), entry);
    metrics.incoming("gated", why);
  }

  /** No node would do; equal demands make a group. */
  WaitingGroup await(QueuedPod entry, Object demand, Instant now) {
    takeOut(entry);
    var group = group(demand, entry.pod());
    release(entry);
    keep(group);
    entry.place(Place.UNSCHEDULABLE, now);
    entry.group(group);
    group.pods().add(entry);
    unschedulable.add(entry);
    metrics.incoming("unschedulable", QueueEvent.ATTEMPT_FAILED);
    return group;
  }

  /** The pod has a node and is being bound. */
  void bind(QueuedPod entry, Instant now) {
    takeOut(entry);
    entry.place(Place.BINDING, now);
  }

  /** The group of which this pod went ahead, if it did. */
  Optional<WaitingGroup> led(QueuedPod entry) {
    return Optional.ofNullable(entry.group()).filter(group -> isAhead(group, entry));
  }

  /** The pod no longer goes ahead of its group, which may need somebody else to. */
  void release(QueuedPod entry) {
    led(entry)
        .ifPresent(
            group -> {
              group.ahead(null);
              entry.group(null);
              drop(group);
            });
  }

  @SuppressWarnings("ReferenceEquality") // Each pod has one entry.
  private static boolean isAhead(WaitingGroup group, QueuedPod entry) {
    return group.ahead() == entry;
  }

  /** Lets the first pod of each group be tried for which there is some hope. */
  void stir(Predicate<Pod> hope, QueueEvent why, Instant now) {
    for (var group : List.copyOf(groups.values())) {
      sendAhead(group, hope, why, now);
    }
  }

  /**
   * The same for groups whose pods want something of others, which pods on nodes are other than
   * before; whether anybody is to be tried.
   */
  boolean stirSociable(Predicate<Pod> hope, QueueEvent why, Instant now) {
    for (var group : List.copyOf(sociable)) {
      sendAhead(group, hope, why, now);
    }
    return !sociable.isEmpty() && hasNext();
  }

  /**
   * Pods that no longer ask for the same as others of their group find those that do. The groups
   * that are other than before.
   *
   * @param which pods of which that may be said
   */
  List<WaitingGroup> regroup(Predicate<Pod> which, Function<Pod, Object> demand) {
    var changed = new LinkedHashSet<WaitingGroup>();
    for (var group : List.copyOf(groups.values())) {
      for (var entry : List.copyOf(group.pods())) {
        var now = which.test(entry.pod()) ? demand.apply(entry.pod()) : group.demand();
        if (!now.equals(group.demand())) {
          var other = group(now, entry.pod());
          group.pods().remove(entry);
          other.pods().add(entry);
          entry.group(other);
          changed.addAll(List.of(group, other));
        }
      }
      drop(group);
    }
    return List.copyOf(changed);
  }

  void sendAhead(WaitingGroup group, Predicate<Pod> hope, QueueEvent why, Instant now) {
    if (group.ahead() != null || group.pods().isEmpty()) {
      return;
    }
    var first = group.pods().first();
    if (hope.test(first.pod())) {
      group.ahead(first);
      activate(first, why, now);
      first.group(group);
    }
  }

  /** Whether there is a pod to decide on. */
  boolean hasNext() {
    return !active.isEmpty() || !resting.isEmpty();
  }

  /** The pod to decide on next: one that rests only if there is no other. */
  @Nullable QueuedPod next() {
    if (!active.isEmpty()) {
      return active.first();
    }
    if (resting.isEmpty()) {
      return null;
    }
    metrics.incoming("active", QueueEvent.POPPED_EARLY);
    return resting.first();
  }

  boolean isBusy() {
    return !active.isEmpty();
  }

  /** When the next pod has rested. */
  Optional<Instant> nextRested() {
    return backoff.isEmpty() ? Optional.empty() : Optional.of(backoff.first().restsUntil());
  }

  /** Pods that have rested become active; those that merely rest are taken along. */
  void wakeRested(Instant now) {
    for (var queue : List.of(backoff, resting)) {
      while (!queue.isEmpty() && !queue.first().restsUntil().isAfter(now)) {
        activate(queue.first(), QueueEvent.BACKOFF_COMPLETE, now);
      }
    }
  }

  /** Pods that have waited for very long are tried, in case that something was overlooked. */
  boolean wakeForgotten(Instant now) {
    var since = now.minus(options.longestWait());
    var forgotten = new ArrayList<QueuedPod>();
    groups.values().forEach(group -> addForgotten(group, since, forgotten));
    forgotten.forEach(it -> activate(it, QueueEvent.WAITED_LONG, now));
    return !forgotten.isEmpty();
  }

  private static void addForgotten(WaitingGroup group, Instant since, List<QueuedPod> forgotten) {
    for (var pod : group.pods()) {
      if (!pod.placedAt().isAfter(since)) {
        forgotten.add(pod);
      }
    }
  }

  /** Some of the pods for which no node would do: all of them in turn. */
  List<QueuedPod> takeTurns(int most) {
    var taken = unschedulable.stream().limit(most).toList();
    taken.forEach(unschedulable::remove);
    unschedulable.addAll(taken);
    return taken;
  }

  /** Pods whose demands may be other than when they were put into groups: all are tried. */
  void wakeAll(QueueEvent why, Instant now) {
    var all = new ArrayList<QueuedPod>();
    groups.values().forEach(group -> all.addAll(group.pods()));
    all.forEach(it -> activate(it, why, now));
  }

  /** The pods that are not considered yet, those first that came first. */
  Iterable<QueuedPod> gated() {
    return gated.values();
  }

  int size(Place place) {
    return switch (place) {
      case ACTIVE -> active.size();
      case RESTING -> resting.size();
      case BACKOFF -> backoff.size();
      case GATED -> gated.size();
      case UNSCHEDULABLE -> unschedulable.size();
      case NEW, BINDING, GONE -> 0;
    };
  }
}
