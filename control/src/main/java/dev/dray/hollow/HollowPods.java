package dev.dray.hollow;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.hollow.HollowPod.Stage;
import dev.dray.hollow.Machines.Machine;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pods of all simulated nodes, from their binding until nothing is left of them.
 *
 * <p>Devices are released before the API hears that a pod has ended or is gone: the next holder
 * must find them free.
 */
final class HollowPods {
  private static final String REJECTED = "UnexpectedAdmissionError";
  private static final String FAILED_TO_PREPARE = "FailedPrepareDynamicResources";
  private static final String NOT_PREPARED = "Failed to prepare dynamic resources: ";
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

  private final EventLoop loop;
  private final Events events;
  private final RetriedWrites retriedWrites;
  private final Machines machines;
  private final HollowHardware hollowHardware;
  private final HollowPodClaims claims;
  private final Duration patience;
  private final Map<String, HollowPod> pods = new HashMap<>();
  private final Map<String, Map<String, KnownObject<Pod>>> elsewhere = new HashMap<>();
  private final Map<String, Set<String>> waitingForClaim = new HashMap<>();
  private final Set<String> waiting = new LinkedHashSet<>();
  private boolean looking;
  private boolean stopped;

  HollowPods(
      EventLoop loop,
      Events events,
      RetriedWrites retriedWrites,
      Machines machines,
      HollowHardware hollowHardware,
      HollowPodClaims claims,
      Duration patience) {
    this.loop = loop;
    this.events = events;
    this.retriedWrites = retriedWrites;
    this.machines = machines;
    this.hollowHardware = hollowHardware;
    this.claims = claims;
    this.patience = patience;
  }

  /** Restores a pod that ran before: its devices are prepared, and others must find them in use. */
  void recall(KnownObject<Pod> object) {
    if (!isRunning(object) || machines.find(object.value().spec().nodeName()).isEmpty()) {
      return;
    }
    var pod = new HollowPod(object, loop.now());
    pods.put(pod.uid(), pod);
    pod.reach(Stage.RUNNING);
    for (var claim : claims.usable(object)) {
      hollowHardware.recall(claim, pod.uid());
      pod.claims().add(claim.metadata().uid());
    }
    planEnd(pod);
  }

  private static boolean isRunning(KnownObject<Pod> object) {
    return object.value().status().phase().equals("Running");
  }

  void put(KnownObject<Pod> object) {
    var node = object.value().spec().nodeName();
    if (node.isEmpty()) {
      return;
    }
    var uid = object.metadata().uid();
    var pod = pods.get(uid);
    if (pod == null && machines.find(node).isEmpty()) {
      elsewhere.computeIfAbsent(node, _ -> new LinkedHashMap<>()).put(uid, object);
      return;
    }
    if (pod == null) {
      pod = new HollowPod(object, loop.now());
      pods.put(uid, pod);
    }
    pod.see(object);
    goOn(pod);
  }

  /** Stops acting; pods stay as they are. */
  void stop() {
    stopped = true;
  }

  /** Takes over the pods of a node that is simulated from now on. */
  void welcome(String node) {
    var here = elsewhere.remove(node);
    if (here != null) {
      here.values().forEach(this::put);
    }
  }

  void remove(KnownObject<Pod> object) {
    var node = object.value().spec().nodeName();
    elsewhere.computeIfPresent(
        node,
        (_, there) -> {
          there.remove(object.metadata().uid());
          return there.isEmpty() ? null : there;
        });
    var pod = pods.remove(object.metadata().uid());
    if (pod != null) {
      pod.reach(Stage.GONE);
      release(pod);
    }
  }

  private void goOn(HollowPod pod) {
    var object = pod.object();
    if (object.metadata().deletionTimestamp().isPresent()) {
      delete(pod);
    } else if (object.value().status().finished()) {
      if (pod.reach(Stage.ENDED)) {
        release(pod);
      }
    } else if (pod.is(Stage.WAITING)) {
      start(pod);
    }
  }

  /** Retries the pods that wait for a claim that is new or has changed. */
  void claimChanged(String key) {
    var uids = waitingForClaim.get(key);
    if (uids != null) {
      List.copyOf(uids).forEach(this::tryAgain);
    }
  }

  /** Retries the waiting pods after devices were added or changed. */
  void devicesChanged() {
    if (!waiting.isEmpty()) {
      loop.post(() -> List.copyOf(waiting).forEach(this::tryAgain));
    }
  }

  private void tryAgain(String uid) {
    var pod = pods.get(uid);
    if (pod != null && pod.is(Stage.WAITING)) {
      start(pod);
    }
  }

  private void start(HollowPod pod) {
    if (pod.isAsking()) {
      return;
    }
    var machine = machines.find(pod.nodeName());
    if (machine.isEmpty()) {
      await(pod, "node %s is gone".formatted(pod.nodeName()), "");
      return;
    }
    switch (claims.of(pod.object())) {
      case HollowPodClaims.Found.NotYet(var message, var claim) -> await(pod, message, claim);
      case HollowPodClaims.Found.Ready(var ready) -> prepare(pod, machine.get(), ready);
    }
  }

  private void prepare(HollowPod pod, Machine machine, List<ResourceClaim> ready) {
    for (var claim : ready) {
      switch (prepare(pod, machine, claim)) {
        case Preparation.Prepared _ -> pod.claims().add(claim.metadata().uid());
        case Preparation.Missing(var message) -> {
          release(pod);
          if (isPatient(pod)) {
            await(pod, failure(claim, message), KnownObject.key(claim.metadata()));
          } else {
            rejectUnlessChanged(pod, claim, failure(claim, message));
          }
          return;
        }
        case Preparation.Refused(var message) -> {
          release(pod);
          rejectUnlessChanged(pod, claim, failure(claim, message));
          return;
        }
      }
    }
    run(pod, machine);
  }

  /**
   * Rejects a pod, unless its claim has changed. The known claim may be old: it may have other
   * devices by now, of which the informer has not heard. A rejected pod does not come back, so the
   * API is asked first.
   */
  private void rejectUnlessChanged(HollowPod pod, ResourceClaim claim, String message) {
    var metadata = claim.metadata();
    pod.asks(true);
    retriedWrites.ask(
        Call.get(Resources.CLAIMS, metadata.namespace(), metadata.name()),
        () -> isStillWaiting(pod),
        found -> {
          pod.asks(false);
          var now = found.map(Resources.CLAIMS::read).map(KnownObject::value);
          if (!isStillWaiting(pod)) {
            return;
          }
          if (now.filter(it -> isSame(it, claim)).isPresent()) {
            reject(pod, message);
          } else if (now.isPresent() && claims.isKnown(now.get())) {
            start(pod);
          } else {
            await(pod, message, KnownObject.key(claim.metadata()));
          }
        });
  }

  private boolean isStillWaiting(HollowPod pod) {
    return !stopped && pod.is(Stage.WAITING) && pods.get(pod.uid()) == pod;
  }

  private static boolean isSame(ResourceClaim one, ResourceClaim other) {
    return one.metadata().uid().equals(other.metadata().uid())
        && one.status().allocation().equals(other.status().allocation())
        && one.status().reservedFor().equals(other.status().reservedFor());
  }

  private Preparation prepare(HollowPod pod, Machine machine, ResourceClaim claim) {
    var node = machine.node();
    boolean here =
        claim
            .status()
            .allocation()
            .flatMap(it -> it.nodeSelector())
            .map(it -> it.matches(node.labels(), node.name()))
            .orElse(true);
    return here
        ? hollowHardware.prepare(claim, node, pod.uid())
        : new Preparation.Refused("it is not allocated for node %s".formatted(node.name()));
  }

  private static String failure(ResourceClaim claim, String message) {
    return "NodePrepareResources failed for ResourceClaim %s: %s"
        .formatted(claim.metadata().name(), message);
  }

  private boolean isPatient(HollowPod pod) {
    return loop.now().isBefore(pod.arrived().plus(patience));
  }

  private void await(HollowPod pod, String message, String claim) {
    stopWaiting(pod);
    waiting.add(pod.uid());
    if (!claim.isEmpty()) {
      waitingForClaim.computeIfAbsent(claim, _ -> new LinkedHashSet<>()).add(pod.uid());
    }
    if (!isPatient(pod) && pod.complain()) {
      tell(pod, message);
    }
    lookLater();
  }

  /** Starts the one timer for all waiting pods: hardly any waits for long. */
  private void lookLater() {
    if (!looking) {
      looking = true;
      loop.after(patience.isZero() ? SHORTEST_WAIT : patience, this::look);
    }
  }

  private void look() {
    looking = false;
    if (stopped) {
      return;
    }
    List.copyOf(waiting).forEach(this::tryAgain);
  }

  private void stopWaiting(HollowPod pod) {
    if (waiting.remove(pod.uid())) {
      for (var name : HollowPodClaims.names(pod.object())) {
        var key = KnownObject.key(pod.object().metadata().namespace(), name);
        waitingForClaim.computeIfPresent(
            key,
            (_, uids) -> {
              uids.remove(pod.uid());
              return uids.isEmpty() ? null : uids;
            });
      }
    }
  }

  private void tell(HollowPod pod, String message) {
    events.tell(
        Resources.PODS,
        pod.object().metadata(),
        Events.Type.WARNING,
        FAILED_TO_PREPARE,
        NOT_PREPARED + message);
  }

  private void reject(HollowPod pod, String message) {
    pod.reach(Stage.ENDED);
    release(pod);
    tell(pod, message);
    write(pod, statuses(pod).rejected(REJECTED, NOT_PREPARED + message), () -> {});
  }

  private PodStatuses statuses(HollowPod pod) {
    return new PodStatuses(pod.object(), loop.now());
  }

  private void run(HollowPod pod, Machine machine) {
    stopWaiting(pod);
    pod.reach(Stage.RUNNING);
    write(pod, statuses(pod).running(machine.ip()), () -> planEnd(pod));
  }

  /** Writes a status, unless the pod has advanced meanwhile. */
  private void write(HollowPod pod, Call call, Runnable done) {
    var stage = pod.stage();
    retriedWrites.send(call, () -> !stopped && pod.is(stage) && pods.get(pod.uid()) == pod, done);
  }

  private void planEnd(HollowPod pod) {
    var succeeds = span(pod, Annotations.RUNS_FOR);
    var fails = span(pod, Annotations.FAILS_AFTER);
    var first =
        succeeds.isPresent() && fails.isPresent()
            ? Optional.of(succeeds.get().compareTo(fails.get()) <= 0 ? succeeds.get() : fails.get())
            : succeeds.or(() -> fails);
    if (first.isEmpty() || !pod.is(Stage.RUNNING)) {
      return;
    }
    boolean well = first.equals(succeeds);
    // After a restart the pod has already run for a while.
    var began = PodStatuses.began(pod.object()).orElseGet(loop::now);
    var left = Duration.between(loop.now(), began.plus(first.get()));
    pod.endsBy(loop.after(left.isPositive() ? left : SHORTEST_WAIT, () -> end(pod, well)));
  }

  private Optional<Duration> span(HollowPod pod, String annotation) {
    var text = Annotations.find(pod.object().metadata(), annotation);
    var span = text.flatMap(Annotations::span);
    if (text.isPresent() && span.isEmpty()) {
      events.tell(
          Resources.PODS,
          pod.object().metadata(),
          Events.Type.WARNING,
          "InvalidAnnotation",
          "Annotation %s must be a duration such as 500ms, 5s or 1m30s, got \"%s\""
              .formatted(annotation, text.get()));
    }
    return span;
  }

  private void end(HollowPod pod, boolean well) {
    if (!stopped && pod.is(Stage.RUNNING)) {
      pod.reach(Stage.ENDED);
      release(pod);
      write(pod, well ? statuses(pod).succeeded() : statuses(pod).failed(), () -> {});
    }
  }

  private void release(HollowPod pod) {
    stopWaiting(pod);
    pod.callOffEnd();
    pod.claims().forEach(it -> hollowHardware.release(it, pod.uid()));
    pod.claims().clear();
  }

  /**
   * Ends the pod and reports it; a controller that keeps it by a finalizer must see that it has
   * ended.
   */
  private void delete(HollowPod pod) {
    if (!pod.reach(Stage.GONE)) {
      return;
    }
    release(pod);
    var object = pod.object();
    var ended = object.value().status().finished();
    if (ended || object.metadata().finalizers().isEmpty()) {
      sendDeletion(pod);
    } else {
      write(pod, statuses(pod).failed(), () -> sendDeletion(pod));
    }
  }

  private void sendDeletion(HollowPod pod) {
    var metadata = pod.object().metadata();
    write(
        pod,
        Call.delete(Resources.PODS, metadata.namespace(), metadata.name(), metadata.uid(), 0),
        () -> {});
  }
}
