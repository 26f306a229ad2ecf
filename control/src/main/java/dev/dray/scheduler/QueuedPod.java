package dev.dray.scheduler;

import dev.dray.api.core.Pod;
import dev.dray.client.KnownObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A pod on its way to a node, with all that is remembered of it. Mutable. */
final class QueuedPod {
  /** Where it is. */
  enum Place {
    /** In no queue yet. */
    NEW,
    /** To be decided on next. */
    ACTIVE,
    /** It failed lately, but may be tried early if there is nothing else to do. */
    RESTING,
    /** Something went wrong with it, and it is left alone for a while. */
    BACKOFF,
    /** No node would do. */
    UNSCHEDULABLE,
    /** Not to be considered yet: gates, or claims that are not there. */
    GATED,
    /** It has a node, and is being bound. */
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

  /** Who may be tried first comes first. */
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
  private @Nullable Told told;
  private @Nullable Condition condition;

  /** The last thing said of the pod in an event. */
  record Told(String message, Instant at) {}

  /**
   * What it waits for, and up to which version of the cluster that is known to be so.
   *
   * @param message one line, without what could be done about it
   */
  record Waiting(String message, long version) {}

  /** The last that was written of its {@code PodScheduled} condition. */
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

  /** By whose name it asks to be scheduled. */
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

  /** When it was first seen to want a node. */
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

  /** The plugins of upstream that refused it the last time it was tried. */
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

  @Nullable Told told() {
    return told;
  }

  void told(String message, Instant at) {
    told = new Told(message, at);
  }

  @Nullable Condition condition() {
    return condition;
  }

  void condition(@Nullable Condition condition) {
    this.condition = condition;
  }

  /** The claims that it names, as far as that is known, in its order. */
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
