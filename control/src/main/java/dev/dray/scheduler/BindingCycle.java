package dev.dray.scheduler;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.framework.SchedulerCache.Decision.Chosen;
import dev.dray.framework.claim.DeviceReadiness;
import dev.dray.framework.claim.Reservations;
import dev.dray.scheduler.Binder.Failure;
import dev.dray.scheduler.Binder.Failure.Sort;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The binding cycle of one pod: the writes from a decision to a bound pod, or back again.
 *
 * <p>The decision is already assumed in the scheduler cache, so other pods are decided on
 * meanwhile. One write follows the other, each started by the answer to the one before; no thread
 * ever waits.
 *
 * <pre>{@code
 * begin
 *   |  for each claim, in the order of the pod:
 *   v    finalizer if missing, then allocation + reservation in one status write
 * nextClaim --> extended --> nameExtended --> devices --> lookAtDevices --> bind --> finish
 *   |           create and   pod status       any binding     ^    |          |      cache.bound
 *   |           allocate     names it         conditions?     +----+          |
 *   |              |             |                            claim changes,  |
 *   +--------------+-------------+----------- fail <--------- poll            |
 *                                              |  <---------------------------+
 *                                              |  cache.forget, outcomes.released
 *                                              v
 *                    undo: deallocate, unreserve or delete what this attempt wrote
 *                                              |
 *                                            failed: the pod backs off
 * }</pre>
 *
 * <p>Invariants: the decision stays assumed until {@code bound} or {@code forget} is called,
 * exactly one of them and once, unless the scheduler is stopped. At most one write of the cycle is
 * under way. {@code claims} holds the claims that are reserved for the pod as far as the cycle has
 * come; together with {@code extended} these are all that a failure has to undo.
 *
 * <p>It is safe to fail anywhere because nothing is taken for granted that was not seen. Each write
 * is a step of an {@link ObjectUpdate}, which reads the object again after a conflict or a lost
 * answer and asks the step what is left to do; a step that finds the wanted state is done. Writes
 * of a claim shared by several pods go through one {@link ClaimWriteQueue}, so that cycles do not
 * refuse each other's versions. Forgetting precedes undoing: a claim that is written stays
 * allocated in the cache by the server's answer, and its devices are offered again only when the
 * API has given them back.
 *
 * <p>Two failures leave something behind on purpose. If the pod is gone its reservations stay, as
 * the claim controller looks for reservations of pods that are gone to release their devices. If
 * devices failed to become ready only the reservation is removed: that they failed is recorded in
 * the claim's status, which lasts only as long as the allocation. Once the scheduler is stopped
 * nothing more is written, and the next one finds out from the API how far the cycle came.
 *
 * <p>Cost: a claim takes one write, or two if it lacks the finalizer; one that is reserved for the
 * pod already takes none. The binding is one more. While a cycle waits for devices it does not
 * count against the limit on bindings under way; it looks again when one of its claims changes, and
 * every few seconds, as a timeout is reached without any change.
 */
final class BindingCycle {
  private static final Duration POLL = Duration.ofSeconds(5);
  private static final Logger LOG = System.getLogger(BindingCycle.class.getName());
  private static final String PRE_BIND = "running PreBind plugin \"DynamicResources\": ";
  private static final String BIND = "running Bind plugin \"DefaultBinder\": ";

  private final Binder binder;
  private final QueuedPod pod;
  private final Chosen chosen;
  private final Instant start;
  private final Instant begun;
  private final Deque<ResourceClaim> toWrite = new ArrayDeque<>();

  /** The claims of the pod as they were last seen, in its order. */
  private final Map<String, KnownObject<ResourceClaim>> claims = new LinkedHashMap<>();

  private Optional<KnownObject<ResourceClaim>> extended = Optional.empty();
  private boolean waits;
  private boolean devicesFailed;
  private Instant waitsSince = Instant.MIN;
  private EventLoop.@Nullable Timer poll;

  BindingCycle(Binder binder, QueuedPod pod, Chosen chosen, Instant start) {
    this.binder = binder;
    this.pod = pod;
    this.chosen = chosen;
    this.start = start;
    begun = binder.loop().now();
    toWrite.addAll(inOrder(pod, chosen));
  }

  private static List<ResourceClaim> inOrder(QueuedPod pod, Chosen chosen) {
    var all = new LinkedHashMap<String, ResourceClaim>();
    pod.claims().forEach(key -> find(chosen, key).ifPresent(claim -> all.put(key, claim)));
    return List.copyOf(all.values());
  }

  private static Optional<ResourceClaim> find(Chosen chosen, String key) {
    var all = new ArrayList<>(chosen.allocated());
    all.addAll(chosen.others());
    return all.stream().filter(claim -> KnownObject.key(claim.metadata()).equals(key)).findFirst();
  }

  QueuedPod pod() {
    return pod;
  }

  void begin() {
    nextClaim();
  }

  /** Returns whether the pod is gone; if so, the cycle has been failed. */
  private boolean isOver() {
    if (pod.place() != QueuedPod.Place.GONE && pod.pod().metadata().deletionTimestamp().isEmpty()) {
      return false;
    }
    fail(Sort.GONE, "pod %s got deleted in the meantime".formatted(pod.key()));
    return true;
  }

  private void nextClaim() {
    if (binder.stopped() || isOver()) {
      return;
    }
    var claim = toWrite.poll();
    if (claim == null) {
      extended();
      return;
    }
    var known = binder.claimWrites().find(KnownObject.key(claim.metadata()));
    if (known.isEmpty()) {
      fail(
          Sort.ERROR,
          PRE_BIND
              + "claim %s got deleted in the meantime"
                  .formatted(KnownObject.key(claim.metadata())));
      return;
    }
    boolean allocates = chosen.allocated().contains(claim);
    if (!allocates && Reservations.has(known.get().value(), pod.pod())) {
      claims.put(known.get().key(), known.get());
      nextClaim();
      return;
    }
    write(known.get(), step(claim, allocates), this::nextClaim);
  }

  private ObjectUpdate.Step<ResourceClaim> step(ResourceClaim claim, boolean allocates) {
    var now = binder.loop().now();
    var gates = binder.options().gates();
    return allocates
        ? ClaimSteps.allocate(pod.pod(), claim, gates, now)
        : ClaimSteps.reserve(pod.pod(), claim, gates, now);
  }

  private void write(
      KnownObject<ResourceClaim> claim, ObjectUpdate.Step<ResourceClaim> step, Runnable then) {
    binder
        .claimWrites()
        .change(
            claim,
            step,
            result -> {
              switch (result) {
                case ObjectUpdate.Result.Done<ResourceClaim>(var now) -> {
                  claims.put(claim.key(), now.orElse(claim));
                  then.run();
                }
                case ObjectUpdate.Result.Failed<ResourceClaim>(var why, var contested)
                    when contested ->
                    contested(claim.key(), why);
                case ObjectUpdate.Result.Failed<ResourceClaim>(var why, _) ->
                    fail(Sort.ERROR, PRE_BIND + why);
                case ObjectUpdate.Result.Gone<ResourceClaim>() ->
                    fail(
                        Sort.ERROR,
                        PRE_BIND + "claim %s got deleted in the meantime".formatted(claim.key()));
              }
            });
  }

  private void contested(String claim, String why) {
    LOG.log(
        Level.DEBUG,
        () -> "Claim %s was refused because of another claim: %s".formatted(claim, why));
    fail(Sort.CONTESTED, PRE_BIND + why);
  }

  private void extended() {
    if (chosen.extended().isEmpty()) {
      devices();
      return;
    }
    ExtendedClaim.create(
        binder,
        pod.pod(),
        chosen.extended().get(),
        made -> {
          extended = Optional.of(made);
          if (!binder.stopped() && !isOver()) {
            var wanted = chosen.extended().get().withMetadata(made.metadata());
            write(made, step(wanted, true), this::nameExtended);
          }
        },
        why -> fail(Sort.ERROR, PRE_BIND + why));
  }

  private void nameExtended() {
    if (binder.stopped() || isOver()) {
      return;
    }
    var name = extended.orElseThrow().metadata().name();
    ObjectUpdate.make(
        binder.api(),
        binder.loop(),
        Resources.PODS,
        pod.known(),
        PodSteps.nameExtended(pod.pod(), name, chosen.mappings()),
        result -> {
          switch (result) {
            case ObjectUpdate.Result.Done<?> _ -> devices();
            case ObjectUpdate.Result.Failed<?>(var why, _) -> fail(Sort.ERROR, PRE_BIND + why);
            case ObjectUpdate.Result.Gone<?>() ->
                fail(Sort.GONE, "pod %s is gone".formatted(pod.key()));
          }
        });
  }

  private void devices() {
    if (binder.stopped() || isOver()) {
      return;
    }
    boolean conditional =
        DeviceReadiness.isEnabled(binder.options().gates())
            && claims.values().stream()
                .flatMap(it -> it.value().status().allocation().stream())
                .flatMap(it -> it.devices().results().stream())
                .anyMatch(it -> !it.bindingConditions().isEmpty());
    if (!conditional) {
      preBound(true);
      bind();
      return;
    }
    waits = true;
    waitsSince = binder.loop().now();
    binder.outcomes().pending(pod, chosen.node());
    binder.startWaiting(this, claims.keySet());
    lookAtDevices();
  }

  /** Tests whether all devices are ready; called whenever that may have changed. */
  void lookAtDevices() {
    if (!waits || binder.stopped()) {
      return;
    }
    cancelPoll();
    var now = binder.loop().now();
    var options = binder.options();
    var timeout = options.bindingTimeout();
    for (var key : List.copyOf(claims.keySet())) {
      var claim = binder.claimWrites().find(key);
      if (claim.isEmpty()) {
        endWait("error");
        fail(Sort.ERROR, PRE_BIND + "claim %s got deleted in the meantime".formatted(key));
        return;
      }
      claims.put(key, claim.get());
      var readiness = DeviceReadiness.of(claim.get().value(), options.gates(), timeout, now);
      if (readiness instanceof DeviceReadiness.Pending && !waitsSince.plus(timeout).isAfter(now)) {
        readiness = DeviceReadiness.tooLate(claim.get().value());
      }
      if (!(readiness instanceof DeviceReadiness.Ready)) {
        notReady(readiness);
        return;
      }
    }
    endWait("success");
    if (!isOver()) {
      preBound(true);
      bind();
    }
  }

  private void notReady(DeviceReadiness readiness) {
    switch (readiness) {
      case DeviceReadiness.Failed(var message) -> {
        endWait("failed");
        devicesFailed = true;
        fail(Sort.ERROR, PRE_BIND + message);
      }
      case DeviceReadiness.TooLate(var message) -> {
        endWait("timeout");
        devicesFailed = true;
        fail(Sort.ERROR, PRE_BIND + message);
      }
      case DeviceReadiness.Pending(), DeviceReadiness.Ready() -> {
        if (isGone()) {
          endWait("error");
          isOver();
        } else {
          poll = binder.loop().after(POLL, this::lookAtDevices);
        }
      }
    }
  }

  private boolean isGone() {
    return pod.place() == QueuedPod.Place.GONE
        || pod.pod().metadata().deletionTimestamp().isPresent();
  }

  private void cancelPoll() {
    if (poll != null) {
      poll.cancel();
      poll = null;
    }
  }

  private void endWait(String status) {
    waits = false;
    binder.endWaiting(this, claims.keySet());
    var took = Duration.between(waitsSince, binder.loop().now());
    for (var claim : claims.values()) {
      Binder.drivers(claim).forEach(it -> binder.metrics().waited(pod.profile(), it, status, took));
      claim.value().status().allocation().stream()
          .flatMap(it -> it.devices().results().stream())
          .filter(it -> !it.bindingConditions().isEmpty())
          .forEach(it -> binder.metrics().ready(pod.profile(), it.driver(), status));
    }
  }

  private void preBound(boolean success) {
    if (!claims.isEmpty() || !success) {
      binder.metrics().preBound(success, since(begun), pod.profile());
    }
  }

  private Duration since(Instant then) {
    return Duration.between(then, binder.loop().now());
  }

  private void bind() {
    var sent = binder.loop().now();
    ObjectUpdate.make(
        binder.api(),
        binder.loop(),
        Resources.PODS,
        pod.known(),
        PodSteps.bind(pod.pod(), chosen.node()),
        result -> {
          boolean done = result instanceof ObjectUpdate.Result.Done<?>;
          binder.metrics().point("Bind", done ? "Success" : "Error", since(sent), pod.profile());
          switch (result) {
            case ObjectUpdate.Result.Done<?> _ -> finish();
            case ObjectUpdate.Result.Failed<?>(var why, var contested) when !isGone() ->
                fail(contested ? Sort.CONTESTED : Sort.ERROR, BIND + why);
            case ObjectUpdate.Result.Failed<?>(var why, _) -> fail(Sort.GONE, BIND + why);
            case ObjectUpdate.Result.Gone<?>() ->
                fail(Sort.GONE, "pod %s is gone".formatted(pod.key()));
          }
        });
  }

  private void finish() {
    if (binder.stopped()) {
      return;
    }
    binder.cache().bound(chosen);
    binder.outcomes().bound(pod, chosen, start);
    binder.finish();
  }

  private void fail(Sort sort, String message) {
    if (binder.stopped()) {
      return;
    }
    chosen.allocated().forEach(binder::settled);
    binder.cache().forget(chosen);
    binder.outcomes().released(pod, chosen);
    // A server may name the claims that hold devices, which not every reader of events may know.
    var failure =
        new Failure(sort, UnschedulableMessages.within(pod.pod().metadata().namespace(), message));
    if (sort == Sort.GONE) {
      // The claim controller looks for reservations of pods that are gone, and gives the devices
      // back. Without them it would not notice that the devices are no longer needed.
      failed(failure);
    } else {
      extended.ifPresent(it -> claims.putIfAbsent(it.key(), it));
      undo(new ArrayDeque<>(claims.values()), failure);
    }
  }

  private void undo(Deque<KnownObject<ResourceClaim>> left, Failure failure) {
    if (binder.stopped()) {
      return;
    }
    var claim = left.poll();
    if (claim == null) {
      failed(failure);
      return;
    }
    Consumer<ObjectUpdate.Result<ResourceClaim>> then =
        result -> {
          if (result instanceof ObjectUpdate.Result.Done<ResourceClaim>(var now)
              && now.isPresent()) {
            binder.outcomes().unreserved(now.get());
          }
          undo(left, failure);
        };
    binder.claimWrites().change(claim, undoing(claim), then);
  }

  /**
   * Returns the step that undoes what this attempt did to the claim. Devices that the pod got by
   * this attempt are given back: it may get another node, or none. Devices that failed to become
   * ready stay: their failure is recorded in the claim, and known only as long as it has them.
   */
  private ObjectUpdate.Step<ResourceClaim> undoing(KnownObject<ResourceClaim> claim) {
    if (extended.filter(it -> it.key().equals(claim.key())).isPresent()) {
      return ClaimSteps.delete(claim.value());
    }
    var given =
        chosen.allocated().stream()
            .filter(it -> KnownObject.key(it.metadata()).equals(claim.key()))
            .findFirst();
    return given.isPresent() && !devicesFailed
        ? ClaimSteps.giveBack(pod.pod(), given.get())
        : ClaimSteps.unreserve(pod.pod(), claim.value());
  }

  private void failed(Failure failure) {
    binder.outcomes().failed(pod, failure, start);
    binder.finish();
  }
}
