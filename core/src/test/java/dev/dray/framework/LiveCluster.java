package dev.dray.framework;

import dev.dray.allocation.FilterTimeout;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodStatus;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.claim.ClaimStates;
import dev.dray.framework.claim.ClaimStore;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.framework.claim.Reservations;
import dev.dray.framework.whatif.PodQueue;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A server, informers that lag behind it and a scheduler, of which something happens by chance.
 *
 * <p>What the board was told is kept, so that another one can be told the same.
 */
final class LiveCluster {
  static final Instant NOW = Instant.EPOCH;

  private final Random random;
  private final Parts parts;
  private final ScoringStrategy strategy;
  private final SchedulerCache cache;

  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<String, ResourceSlice> slices = new TreeMap<>();
  private final Map<String, DeviceClass> classes = new TreeMap<>();
  private final Map<String, DeviceTaintRule> rules = new TreeMap<>();
  private final Map<String, ResourceSlicePatch> patches = new TreeMap<>();

  private final Map<String, ResourceClaim> claims = new TreeMap<>();
  private final Map<String, ResourceClaim> toldClaims = new TreeMap<>();
  private final Map<String, Pod> pods = new TreeMap<>();
  private final Map<String, Pod> toldPods = new TreeMap<>();

  /** What the server did that informers have not told, in order for each kind. */
  private final Deque<Event> claimEvents = new ArrayDeque<>();

  private final Deque<Event> podEvents = new ArrayDeque<>();
  private final List<Flight> flights = new ArrayList<>();

  /** Flights that have ended, while informers have not told of their pods. */
  private final List<SchedulerCache.Decision.Chosen> landed = new ArrayList<>();

  private long version = 100;

  /**
   * @param answer what the server answered the scheduler, if it wrote this
   */
  private record Event(Runnable tell, Optional<ResourceClaim> answer) {}

  /**
   * @param open claims that are not written yet
   */
  private record Flight(SchedulerCache.Decision.Chosen chosen, List<ResourceClaim> open) {}

  LiveCluster(long seed) {
    random = new Random(seed);
    parts = new Parts(random);
    strategy = seed % 2 == 0 ? ScoringStrategy.MOST_ALLOCATED : ScoringStrategy.LEAST_ALLOCATED;
    cache = freshBoard();
    begin();
  }

  /** Something to start from, told at once. */
  private void begin() {
    Parts.NODES.forEach(name -> put(parts.node(name)));
    Stream.generate(parts::slice).limit(8).forEach(this::put);
    Stream.generate(parts::deviceClass).limit(6).forEach(this::put);
    Parts.SHARED.forEach(name -> create(parts.claim(name)));
    Stream.generate(() -> 0).limit(6).forEach(_ -> createPod());
    tellAll();
    cache.settle();
  }

  private void put(Node node) {
    nodes.put(node.metadata().name(), node);
    cache.put(node);
  }

  private void put(ResourceSlice slice) {
    slices.put(slice.metadata().name(), slice);
    cache.put(slice);
  }

  private void put(DeviceClass deviceClass) {
    classes.put(deviceClass.metadata().name(), deviceClass);
    cache.put(deviceClass);
  }

  private SchedulerCache freshBoard() {
    return new SchedulerCache(
        Gates.defaults(),
        SchedulerCache.BINDING_TIMEOUT,
        FilterTimeout.ENDLESS,
        strategy,
        random.nextInt(5));
  }

  SchedulerCache board() {
    return cache;
  }

  /** The pods that wait as far as informers told, none of them in flight. */
  List<Pod> waiting() {
    return toldPods.values().stream()
        .filter(PodQueue::isPending)
        .filter(pod -> flights.stream().noneMatch(it -> isOf(it.chosen(), pod)))
        .filter(pod -> landed.stream().noneMatch(it -> isOf(it, pod)))
        .toList();
  }

  private static boolean isOf(SchedulerCache.Decision.Chosen chosen, Pod pod) {
    return chosen.pod().metadata().uid().equals(pod.metadata().uid());
  }

  /** Anything happens. */
  void step() {
    switch (random.nextInt(25)) {
      case 0 -> node();
      case 1 -> slice();
      case 2 -> amend();
      case 3, 4, 5, 6 -> createPod();
      case 7, 8 -> endPod();
      case 9 -> sharedClaim();
      case 10, 11, 12, 13 -> schedule();
      case 14, 15, 16, 17, 18, 19 -> fly();
      case 20 -> giveUp();
      case 24 -> relabel();
      default -> tell();
    }
    if (random.nextBoolean()) {
      cache.settle();
    }
  }

  private void node() {
    var name = parts.any(Parts.NODES);
    if (parts.oneIn(3)) {
      nodes.remove(name);
      cache.removeNode(name);
    } else {
      put(parts.node(name));
    }
  }

  private void slice() {
    var slice = parts.slice();
    var name = slice.metadata().name();
    if (parts.oneIn(3)) {
      slices.remove(name);
      cache.removeSlice(name);
    } else {
      put(slice);
    }
  }

  private void amend() {
    switch (random.nextInt(3)) {
      case 0 -> {
        var it = parts.deviceClass();
        if (parts.oneIn(8)) {
          classes.remove(it.metadata().name());
          cache.removeClass(it.metadata().name());
        } else {
          put(it);
        }
      }
      case 1 -> {
        var it = parts.patch();
        if (parts.oneIn(3)) {
          patches.remove(it.metadata().name());
          cache.removePatch(it.metadata().name());
        } else {
          patches.put(it.metadata().name(), it);
          cache.put(it);
        }
      }
      default -> {
        var it = parts.rule();
        if (parts.oneIn(3)) {
          rules.remove(it.metadata().name());
          cache.removeTaintRule(it.metadata().name());
        } else {
          rules.put(it.metadata().name(), it);
          cache.put(it);
        }
      }
    }
  }

  private void createPod() {
    var name = "p" + random.nextInt(8);
    if (pods.containsKey(name)) {
      return;
    }
    version++;
    var pod = parts.pod(name);
    pod = pod.withMetadata(pod.metadata().withUid("Pod/" + name + "/" + version));
    store(pod);
    if (!pod.status().resourceClaimStatuses().isEmpty()) {
      create(parts.claimOf(pod));
    }
  }

  private void endPod() {
    if (pods.isEmpty()) {
      return;
    }
    var pod = parts.any(List.copyOf(pods.values()));
    if (random.nextBoolean()) {
      store(pod.withStatus(new PodStatus("Succeeded", pod.status().resourceClaimStatuses())));
    } else {
      pods.remove(pod.metadata().name());
      podEvents.add(
          new Event(
              () -> {
                toldPods.remove(pod.metadata().name());
                landed.removeIf(it -> isOf(it, pod));
                cache.removePod(pod);
              },
              Optional.empty()));
    }
    for (var claim : List.copyOf(claims.values())) {
      if (ClaimStore.controller(claim.metadata())
          .filter(owner -> owner.uid().equals(pod.metadata().uid()))
          .isPresent()) {
        delete(claim);
      } else if (Reservations.has(claim, pod)) {
        store(unreserved(claim, pod), false);
      }
    }
  }

  private void relabel() {
    if (!pods.isEmpty()) {
      store(parts.relabelled(parts.any(List.copyOf(pods.values()))));
    }
  }

  private ResourceClaim unreserved(ResourceClaim claim, Pod pod) {
    var users =
        claim.status().reservedFor().stream()
            .filter(it -> !it.uid().equals(pod.metadata().uid()))
            .toList();
    return users.isEmpty() && random.nextBoolean()
        ? ClaimStates.released(claim)
        : claim.withStatus(claim.status().withReservedFor(users));
  }

  private void sharedClaim() {
    var name = parts.any(Parts.SHARED);
    var claim = claims.get(name);
    if (claim == null) {
      create(parts.claim(name));
    } else if (claim.status().reservedFor().isEmpty()) {
      if (random.nextBoolean()) {
        delete(claim);
      } else {
        store(ClaimStates.released(claim), false);
      }
    }
  }

  private void create(ResourceClaim claim) {
    var name = claim.metadata().name();
    store(claim.withMetadata(claim.metadata().withUid("Claim/" + name + "/" + version)), false);
  }

  private ResourceClaim store(ResourceClaim claim, boolean byScheduler) {
    var stored = Parts.version(claim, ++version);
    claims.put(claim.metadata().name(), stored);
    claimEvents.add(
        new Event(
            () -> {
              toldClaims.put(stored.metadata().name(), stored);
              cache.put(stored);
            },
            byScheduler ? Optional.of(stored) : Optional.empty()));
    return stored;
  }

  private void delete(ResourceClaim claim) {
    version++;
    claims.remove(claim.metadata().name());
    claimEvents.add(
        new Event(
            () -> {
              toldClaims.remove(claim.metadata().name());
              cache.removeClaim(claim);
            },
            Optional.empty()));
  }

  private void store(Pod pod) {
    pods.put(pod.metadata().name(), pod);
    podEvents.add(
        new Event(
            () -> {
              toldPods.put(pod.metadata().name(), pod);
              if (!PodQueue.isPending(pod)) {
                landed.removeIf(it -> isOf(it, pod));
              }
              cache.put(pod);
            },
            Optional.empty()));
  }

  private void schedule() {
    var waiting = waiting();
    if (waiting.isEmpty()) {
      return;
    }
    if (cache.decide(parts.any(waiting), NOW) instanceof SchedulerCache.Decision.Chosen chosen) {
      cache.assume(chosen);
      var open = new ArrayList<>(chosen.allocated());
      chosen.extended().ifPresent(open::add);
      open.addAll(chosen.others());
      flights.add(new Flight(chosen, open));
    }
  }

  /** Some pod gets on: a claim of it is written, or it is bound. */
  private void fly() {
    if (flights.isEmpty()) {
      return;
    }
    var flight = parts.any(flights);
    var chosen = flight.chosen();
    if (!isThere(chosen.pod())) {
      drop(flight);
    } else if (flight.open().isEmpty()) {
      var stored = Optional.ofNullable(pods.get(chosen.pod().metadata().name())).orElseThrow();
      store(stored.withSpec(stored.spec().withNodeName(chosen.node())));
      flights.remove(flight);
      landed.add(chosen);
      cache.bound(chosen);
    } else if (!write(chosen, flight.open().removeFirst())) {
      drop(flight);
    }
  }

  private boolean isThere(Pod pod) {
    var stored = pods.get(pod.metadata().name());
    return stored != null
        && stored.metadata().uid().equals(pod.metadata().uid())
        && PodQueue.isPending(stored);
  }

  /** Whether the server takes it. */
  private boolean write(SchedulerCache.Decision.Chosen chosen, ResourceClaim claim) {
    boolean isNew = chosen.extended().filter(claim::equals).isPresent();
    if (isNew) {
      var made = claim.withMetadata(claim.metadata().withUid("Claim/extended/" + version));
      if (random.nextBoolean()) {
        var created = made.withStatus(ResourceClaimStatus.EMPTY);
        cache.written(store(created, true));
      }
      cache.written(store(Reservations.reserved(made, chosen.pod()), true));
      return true;
    }
    var stored = claims.get(claim.metadata().name());
    if (stored == null || !stored.metadata().uid().equals(claim.metadata().uid())) {
      return false;
    }
    boolean takes = chosen.allocated().contains(claim);
    if (takes != stored.status().allocation().isEmpty()) {
      return false;
    }
    var written =
        takes ? ClaimStates.allocated(stored, claim.status().allocation().orElseThrow()) : stored;
    cache.written(store(Reservations.reserved(written, chosen.pod()), true));
    return true;
  }

  private void giveUp() {
    if (!flights.isEmpty() && parts.oneIn(3)) {
      drop(parts.any(flights));
    }
  }

  private void drop(Flight flight) {
    flights.remove(flight);
    cache.forget(flight.chosen());
    var pod = flight.chosen().pod();
    for (var claim : List.copyOf(claims.values())) {
      if (GeneratedClaims.isExtended(claim)
          && ClaimStore.controller(claim.metadata())
              .filter(owner -> owner.uid().equals(pod.metadata().uid()))
              .isPresent()
          && random.nextBoolean()) {
        delete(claim);
      } else if (Reservations.has(claim, pod)) {
        cache.written(store(unreserved(claim, pod), true));
      }
    }
  }

  private void tell() {
    var events = random.nextBoolean() ? claimEvents : podEvents;
    int count = random.nextInt(8);
    while (count-- > 0 && !events.isEmpty()) {
      events.removeFirst().tell().run();
    }
  }

  /** Everybody gets where they were going, and informers tell all of it. */
  void finish() {
    while (!flights.isEmpty()) {
      fly();
    }
    tellAll();
    cache.settle();
  }

  private void tellAll() {
    claimEvents.forEach(it -> it.tell().run());
    claimEvents.clear();
    podEvents.forEach(it -> it.tell().run());
    podEvents.clear();
  }

  /** A board that was told what counts now, in any order, and nothing of what was before. */
  SchedulerCache afresh() {
    var fresh = freshBoard();
    var tell =
        new ArrayList<>(
            Stream.<Stream<Runnable>>of(
                    nodes.values().stream().map(it -> () -> fresh.put(it)),
                    slices.values().stream().map(it -> () -> fresh.put(it)),
                    classes.values().stream().map(it -> () -> fresh.put(it)),
                    rules.values().stream().map(it -> () -> fresh.put(it)),
                    patches.values().stream().map(it -> () -> fresh.put(it)),
                    toldClaims.values().stream().map(it -> () -> fresh.put(it)),
                    toldPods.values().stream().map(it -> () -> fresh.put(it)),
                    Stream.of(fresh::settle))
                .flatMap(it -> it)
                .toList());
    Collections.shuffle(tell, random);
    tell.forEach(Runnable::run);
    fresh.settle();
    flights.forEach(it -> fresh.assume(it.chosen()));
    landed.forEach(fresh::assume);
    claimEvents.forEach(it -> it.answer().ifPresent(fresh::written));
    landed.forEach(fresh::bound);
    return fresh;
  }
}
