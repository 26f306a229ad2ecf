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
 * All pods that want a node, each in one place: the active queue, the backoff queues, the
 * unschedulable pods or the gated ones. Mutable.
 *
 * <p>kube-scheduler keeps each unschedulable pod by itself and runs queueing hints for each. A
 * cluster that is full may have thousands of pods of few workloads waiting, so here unschedulable
 * pods wait in groups: the pods of a {@link WaitingGroup} have equal signatures, and one of them is
 * tried for all.
 *
 * <pre>{@code
 * enter -> NEW --------> ACTIVE --------> BINDING ------> GONE   (leave)
 *            \             ^  ^ \            |
 *             \            |  |  \           +-- failed ---> BACKOFF --+
 *              v           |  |   +-- no node --+                      |
 *            GATED --------+  |                 v                      |
 *            (gates, claims   |           UNSCHEDULABLE                |
 *             not there)      |           group {p1, p2, p3}           |
 *                             |             | sendAhead: hope for p1   |
 *                             +-- RESTING <-+ if it failed lately      |
 *                             +---------- when it has rested ----------+
 * }</pre>
 *
 * <p>RESTING and BACKOFF together are upstream's backoff queue. A resting pod failed lately, but an
 * event made it worth trying; it is taken early if the active queue is empty. BACKOFF holds pods
 * after errors, which are left alone until their time has come. ACTIVE is ordered by priority, then
 * age, then name.
 *
 * <p>Invariants: the place of a pod says which queue it is in, and it is in no other. A group has
 * at most one pod ahead, which is then not among its waiting pods. A group is listed exactly as
 * long as it has a waiting pod or one ahead. The set {@code unschedulable} is the union of the
 * groups' waiting pods.
 *
 * <p>It is right to try one pod for its group: pods with equal signatures get equal filter results,
 * so if the first finds no node the others would find none either. If it finds one, the scheduler
 * sends the next ahead, which then sees a cluster with the first one assumed. When pods on nodes
 * get affinity terms that tell pods of one group apart, {@link #regroup} splits it; when a class
 * changes what pods request, {@link #wakeAll} tries every pod, and they are grouped anew. Should an
 * event be overlooked, {@link #wakeForgotten} bounds the wait.
 *
 * <p>Every wake-up passes through {@link #activate}, by one of these ways:
 *
 * <ul>
 *   <li>{@link #activate} itself, for one pod: it is new, it or a claim that it names changed, or
 *       it waits for another reason than it was told;
 *   <li>{@link #sendAhead}, for the first pod of one group: the one ahead got a node or left, or a
 *       search that timed out is to be tried again;
 *   <li>{@link #stir}, for the first pod of each group: something happened that might help any pod;
 *   <li>{@link #stirWithAffinity}, the same for groups with affinity: pods on nodes changed;
 *   <li>{@link #wakeRested}: backoff has ended;
 *   <li>{@link #wakeForgotten}: pods have waited very long;
 *   <li>{@link #wakeAll}: classes changed.
 * </ul>
 *
 * <p>Cost: moving a pod is logarithmic in the length of a queue. An event costs one test of hope
 * for each group, whatever the number of waiting pods. An event about a claim costs the pods that
 * name it; if the claim released devices, every pod may get them, so all groups are tested too.
 * Only {@code regroup}, {@code wakeAll} and {@code wakeForgotten} go through all waiting pods; new
 * affinity terms, changed classes and a slow periodic round are what calls them.
 */
final class SchedulingQueue {
  /** The time after which a waiting pod is tried again even if nothing happened. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final SchedulerMetrics metrics;
  private final Map<String, QueuedPod> byUid = new HashMap<>();
  private final Map<String, TreeSet<QueuedPod>> byClaim = new HashMap<>();
  private final TreeSet<QueuedPod> active = new TreeSet<>(QueuedPod.ORDER);
  private final TreeSet<QueuedPod> resting = new TreeSet<>(QueuedPod.BY_REST);
  private final TreeSet<QueuedPod> backoff = new TreeSet<>(QueuedPod.BY_REST);
  private final Map<Object, WaitingGroup> groups = new LinkedHashMap<>();

  /** The groups whose pods have required affinity: pods that come to nodes count for them. */
  private final Set<WaitingGroup> affinity = new LinkedHashSet<>();

  private final Map<String, QueuedPod> gated = new LinkedHashMap<>();

  /** All waiting pods of groups, those looked at longest ago first. */
  private final Set<QueuedPod> unschedulable = new LinkedHashSet<>();

  SchedulingQueue(SchedulerMetrics metrics) {
    this.metrics = metrics;
  }

  Optional<QueuedPod> find(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  /** Returns the pods that name the claim, in order. */
  List<QueuedPod> naming(String claim) {
    var pods = byClaim.get(claim);
    return pods == null ? List.of() : List.copyOf(pods);
  }

  /** Adds a pod, to no queue yet. */
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

  /** Replaces the pod by a newer version; it stays where it is. */
  void become(QueuedPod entry, KnownObject<Pod> newer) {
    unlist(entry);
    entry.become(newer);
    list(entry);
  }

  /** Records the plugins that refused the pod, for metrics; none while it is being tried. */
  void refused(QueuedPod entry, Set<String> plugins) {
    metrics.tried(entry.profile(), entry.refusedBy());
    metrics.refused(entry.profile(), plugins);
    entry.refusedBy(plugins);
  }

  /** Removes the pod from all queues. */
  void leave(QueuedPod entry, Instant now) {
    refused(entry, Set.of());
    takeOut(entry);
    unlist(entry);
    byUid.remove(entry.uid(), entry);
    entry.place(Place.GONE, now);
  }

  /**
   * Takes a pod from the queue it is in. A pod that went ahead of a group stays its pod ahead, see
   * {@link #release}.
   */
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
      groups.remove(group.signature(), group);
      affinity.remove(group);
    }
  }

  /** Returns the group for this signature, which is the pod's. */
  private WaitingGroup group(Object signature, Pod pod) {
    var known = groups.get(signature);
    var group = known == null ? new WaitingGroup(signature, wantsSomethingOfOthers(pod)) : known;
    keep(group);
    return group;
  }

  private void keep(WaitingGroup group) {
    groups.putIfAbsent(group.signature(), group);
    if (group.hasAffinity()) {
      affinity.add(group);
    }
  }

  private static boolean wantsSomethingOfOthers(Pod pod) {
    return !pod.spec().podAffinity().required().isEmpty()
        || !pod.spec().podAntiAffinity().required().isEmpty();
  }

  /**
   * Makes the pod ready to be tried, at once or when it has rested. This is the one way through
   * which every wake-up passes: no pod enters the active queue or becomes resting in any other way.
   */
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

  /**
   * Puts the pod into backoff after an error: it is tried again after this time, and not earlier.
   */
  void backOff(QueuedPod entry, Duration rest, Instant now) {
    takeOut(entry);
    entry.restUntil(now.plus(rest));
    entry.place(Place.BACKOFF, now);
    backoff.add(entry);
    metrics.incoming("backoff", QueueEvent.ATTEMPT_FAILED);
  }

  /** Gates the pod: it is not considered before it or its claims change. */
  void gate(QueuedPod entry, QueueEvent why, Instant now) {
    takeOut(entry);
    entry.place(Place.GATED, now);
    gated.put(entry.uid(), entry);
    metrics.incoming("gated", why);
  }

  /** Lets the pod wait in the group of its signature, because no node fits. */
  WaitingGroup await(QueuedPod entry, Object signature, Instant now) {
    takeOut(entry);
    var group = group(signature, entry.pod());
    release(entry);
    keep(group);
    entry.place(Place.UNSCHEDULABLE, now);
    entry.group(group);
    group.pods().add(entry);
    unschedulable.add(entry);
    metrics.incoming("unschedulable", QueueEvent.ATTEMPT_FAILED);
    return group;
  }

  /** Marks the pod as being bound to its node. */
  void bind(QueuedPod entry, Instant now) {
    takeOut(entry);
    entry.place(Place.BINDING, now);
  }

  /** Returns the group that this pod went ahead of, if it did. */
  Optional<WaitingGroup> led(QueuedPod entry) {
    return Optional.ofNullable(entry.group()).filter(group -> isAhead(group, entry));
  }

  /** Ends the pod's going ahead of its group. Returns that group, which may then need another. */
  Optional<WaitingGroup> release(QueuedPod entry) {
    var led = led(entry);
    led.ifPresent(
        group -> {
          group.ahead(null);
          entry.group(null);
          drop(group);
        });
    return led;
  }

  @SuppressWarnings("ReferenceEquality") // Each pod has one entry.
  private static boolean isAhead(WaitingGroup group, QueuedPod entry) {
    return group.ahead() == entry;
  }

  /** Sends the first pod of each group ahead for which there is hope. */
  void stir(Predicate<Pod> hope, QueueEvent why, Instant now) {
    for (var group : List.copyOf(groups.values())) {
      sendAhead(group, hope, why, now);
    }
  }

  /**
   * Does the same for groups with required affinity, after pods on nodes changed. Returns whether
   * any pod is to be tried.
   */
  boolean stirWithAffinity(Predicate<Pod> hope, QueueEvent why, Instant now) {
    for (var group : List.copyOf(affinity)) {
      sendAhead(group, hope, why, now);
    }
    return !affinity.isEmpty() && hasNext();
  }

  /**
   * Moves pods whose signature changed into the groups of their new one. Returns the groups that
   * changed.
   *
   * @param which the pods whose signature may have changed
   */
  List<WaitingGroup> regroup(Predicate<Pod> which, Function<Pod, Object> signature) {
    var changed = new LinkedHashSet<WaitingGroup>();
    for (var group : List.copyOf(groups.values())) {
      for (var entry : List.copyOf(group.pods())) {
        var now = which.test(entry.pod()) ? signature.apply(entry.pod()) : group.signature();
        if (!now.equals(group.signature())) {
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

  /** Returns whether there is a pod to decide on. */
  boolean hasNext() {
    return !active.isEmpty() || !resting.isEmpty();
  }

  /** Returns the pod to decide on next: one that rests only if there is no other. */
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

  /** Returns when the next pod leaves backoff. */
  Optional<Instant> nextRested() {
    return backoff.isEmpty() ? Optional.empty() : Optional.of(backoff.first().restsUntil());
  }

  /** Activates pods that have rested, in both backoff queues. */
  void wakeRested(Instant now) {
    for (var queue : List.of(backoff, resting)) {
      while (!queue.isEmpty() && !queue.first().restsUntil().isAfter(now)) {
        activate(queue.first(), QueueEvent.BACKOFF_COMPLETE, now);
      }
    }
  }

  /** Activates pods that have waited very long, in case an event was overlooked. */
  boolean wakeForgotten(Instant now) {
    var since = now.minus(LONGEST_WAIT);
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

  /** Returns some of the unschedulable pods; repeated calls go through all of them in turn. */
  List<QueuedPod> takeTurns(int most) {
    var taken = unschedulable.stream().limit(most).toList();
    taken.forEach(unschedulable::remove);
    unschedulable.addAll(taken);
    return taken;
  }

  /**
   * Activates all unschedulable pods, whose signatures may have changed since they were grouped.
   */
  void wakeAll(QueueEvent why, Instant now) {
    var all = new ArrayList<QueuedPod>();
    groups.values().forEach(group -> all.addAll(group.pods()));
    all.forEach(it -> activate(it, why, now));
  }

  /** Returns the gated pods, in the order in which they came. */
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
