package dev.dray.scheduler;

import dev.dray.api.core.Pod;
import dev.dray.client.KnownObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A pod that wants a node, with everything the scheduler remembers of it. Mutable. */
final class QueuedPod {
  /** The queue or state that the pod is in. */
  enum Place {
    /** In no queue yet. */
    NEW,
    /** To be decided on next. */
    ACTIVE,
    /** It failed lately, but may be tried early if the active queue is empty. */
    RESTING,
    /** An error occurred, and it is left alone for a while. */
    BACKOFF,
    /** No node fits. */
    UNSCHEDULABLE,
    /** Not considered yet: it has scheduling gates, or claims that do not exist. */
    GATED,
    /** It has a node and is being bound. */
    BINDING,
    /** No longer of interest. */
    GONE
  }

  /** Higher priority first, then the older one, then by name. */
  static final Comparator<QueuedPod> ORDER =
      Comparator.<QueuedPod>comparingInt(it -> -Math.max(it.priority, -Integer.MAX_VALUE))
          .thenComparing(it -> it.created)
          .thenComparing(it -> it.key)
          .thenComparing(it -> it.uid);

  /** Orders pods by the end of their backoff. */
  static final Comparator<QueuedPod> BY_REST =
      Comparator.<QueuedPod, Instant>comparing(it -> it.restsUntil).thenComparing(ORDER);

  private final int priority;
  private final Instant created;
  private final String key;
  private final String uid;
  private final Instant since;

  private KnownObject<Pod> known;
  private Place place = Place.NEW;
  private Instant placedAt;
  private Instant restsUntil = Instant.MIN;
  private @Nullable WaitingGroup group;
  private int attempts;
  private int unschedulable;
  private int errors;
  private Set<String> refusedBy = Set.of();
  private Waiting waiting = new Waiting("", -1);
  private @Nullable Reported told;
  private @Nullable Condition condition;

  /** The last message about the pod in an event. */
  record Reported(String message, Instant at) {}

  /**
   * The reason it waits, and the version of the cluster for which that is known to hold.
   *
   * @param message one line, without what could be done about it
   */
  record Waiting(String message, long version) {}

  /** The last {@code PodScheduled} condition that was written. */
  record Condition(String reason, String message) {}

  QueuedPod(KnownObject<Pod> known, Instant now) {
    this.known = known;
    since = now;
    placedAt = now;
    priority = known.value().spec().priority();
    created = known.metadata().creationTimestamp().orElse(Instant.MIN);
    key = known.key();
    uid = known.metadata().uid();
  }

  KnownObject<Pod> known() {
    return known;
  }

  Pod pod() {
    return known.value();
  }

  String key() {
    return key;
  }

  String uid() {
    return uid;
  }

  /** Returns the scheduler name that the pod asks for. */
  String profile() {
    return pod().spec().schedulerName();
  }

  void become(KnownObject<Pod> newer) {
    known = newer;
  }

  Place place() {
    return place;
  }

  void place(Place place, Instant now) {
    this.place = place;
    placedAt = now;
  }

  Instant placedAt() {
    return placedAt;
  }

  /** Returns when the pod was first seen to want a node. */
  Instant since() {
    return since;
  }

  Instant restsUntil() {
    return restsUntil;
  }

  void restUntil(Instant then) {
    restsUntil = then;
  }

  @Nullable WaitingGroup group() {
    return group;
  }

  void group(@Nullable WaitingGroup group) {
    this.group = group;
  }

  int attempts() {
    return attempts;
  }

  void attempt() {
    attempts++;
  }

  int unschedulable() {
    return unschedulable;
  }

  void countUnschedulable() {
    unschedulable++;
    errors = 0;
  }

  int errors() {
    return errors;
  }

  void countError() {
    errors++;
  }

  /** Returns the plugins of upstream that refused it at the last attempt. */
  Set<String> refusedBy() {
    return refusedBy;
  }

  void refusedBy(Set<String> plugins) {
    refusedBy = plugins;
  }

  Waiting waiting() {
    return waiting;
  }

  void waits(String message, long version) {
    waiting = new Waiting(message, version);
  }

  @Nullable Reported told() {
    return told;
  }

  void told(String message, Instant at) {
    told = new Reported(message, at);
  }

  @Nullable Condition condition() {
    return condition;
  }

  void condition(@Nullable Condition condition) {
    this.condition = condition;
  }

  /** Returns the claims that it names, as far as they are known, in its order. */
  Set<String> claims() {
    return claims(pod());
  }

  static Set<String> claims(Pod pod) {
    var claims = new LinkedHashSet<String>();
    var namespace = pod.metadata().namespace();
    for (var entry : pod.spec().resourceClaims()) {
      var name = entry.resourceClaimName();
      if (name.isEmpty()) {
        name =
            pod.status().resourceClaimStatuses().stream()
                .filter(it -> it.name().equals(entry.name()))
                .map(it -> it.resourceClaimName())
                .findFirst()
                .orElse("");
      }
      if (!name.isEmpty()) {
        claims.add(KnownObject.key(namespace, name));
      }
    }
    return claims;
  }

  @Override
  public String toString() {
    return key + " " + place;
  }
}
