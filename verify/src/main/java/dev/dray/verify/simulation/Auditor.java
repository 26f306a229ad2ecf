package dev.dray.verify.simulation;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.client.KnownObject;
import dev.dray.verify.reference.Audit;
import dev.dray.verify.reference.NodeFacts;
import dev.dray.verify.reference.World;
import dev.dray.watch.Event;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks at everything that is stored, the moment it is, and says what must not be. */
final class Auditor {
  private static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  /** How nodes say that they could not prepare what a pod was given. */
  private static final String REJECTED = "UnexpectedAdmissionError";

  private final Model model;
  private final Gates gates;
  private final Findings findings;
  private final Audit audit = new Audit();

  /** By pool when its slices last changed, as a revision. */
  private final TreeMap<String, Long> republished = new TreeMap<>();

  /** By UID the revision at which a claim was given what it has. */
  private final TreeMap<String, Long> allocated = new TreeMap<>();

  Auditor(Model model, Gates gates, Findings findings) {
    this.model = model;
    this.gates = gates;
    this.findings = findings;
  }

  /** Takes a change into the model, and judges it. */
  void look(Event event) {
    model
        .take(event)
        .ifPresent(
            change -> {
              Object value = change.last().value();
              switch (value) {
                case ResourceClaim _ -> lookAtClaim(cast(change), event.revision());
                case Pod _ -> lookAtPod(cast(change));
                case ResourceSlice slice -> republished.put(pool(slice), event.revision());
                default -> {
                  // Whatever it is, it may be so.
                }
              }
            });
  }

  @SuppressWarnings("unchecked") // By the kind of its value.
  private static <T> Model.Change<T> cast(Model.Change<?> change) {
    return (Model.Change<T>) change;
  }

  private static String pool(ResourceSlice slice) {
    return slice.spec().driver() + "/" + slice.spec().pool().name();
  }

  private void lookAtClaim(Model.Change<ResourceClaim> change, long revision) {
    var had = change.before().flatMap(it -> it.value().status().allocation());
    var has = change.now().flatMap(it -> it.value().status().allocation());
    change.now().ifPresent(claim -> lookAtFinalizer(claim));
    if (had.isPresent() && has.isPresent() && change.isOfSameObject() && !had.equals(has)) {
      findings.add("claim %s was given other devices".formatted(change.last().key()));
    }
    if (has.isPresent() && (had.isEmpty() || !change.isOfSameObject())) {
      allocated.put(change.now().orElseThrow().metadata().uid(), revision);
      lookAtAllocation(change.now().orElseThrow(), has.get());
    }
    for (var pod : model.pods.all()) {
      if (model.claimNames(pod).contains(change.last().metadata().name())
          && pod.metadata().namespace().equals(change.last().metadata().namespace())) {
        lookAtRunning(pod, "by the write of claim " + change.last().key());
      }
    }
  }

  private void lookAtFinalizer(KnownObject<ResourceClaim> claim) {
    if (claim.value().status().allocation().isPresent()
        && !claim.metadata().finalizers().contains(FINALIZER)) {
      findings.add("claim %s has devices and no finalizer".formatted(claim.key()));
    }
  }

  private void lookAtAllocation(KnownObject<ResourceClaim> claim, AllocationResult allocation) {
    var others =
        model.claims.values().stream()
            .filter(it -> !it.metadata().uid().equals(claim.metadata().uid()))
            .toList();
    Audit.twice(others, claim.value()).forEach(findings::add);
    if (severalGenerations(allocation)) {
      // Which of them counts depends on who looks, and when.
      return;
    }
    node(allocation)
        .ifPresent(
            node ->
                audit
                    .overdrawn(
                        new World(
                            gates,
                            node,
                            model.classes.values(),
                            model.slices.values(),
                            model.patches.values(),
                            model.rules.values(),
                            others.stream()
                                .filter(it -> it.status().allocation().isPresent())
                                .toList(),
                            List.of()),
                        claim.value())
                    .forEach(findings::add));
  }

  private boolean severalGenerations(AllocationResult allocation) {
    return allocation.devices().results().stream()
        .map(it -> it.driver() + "/" + it.pool())
        .distinct()
        .anyMatch(
            pool ->
                model.slices.values().stream()
                        .filter(it -> pool(it).equals(pool))
                        .map(it -> it.spec().pool().generation())
                        .distinct()
                        .count()
                    > 1);
  }

  /** A node that may use the devices. */
  private Optional<NodeFacts> node(AllocationResult allocation) {
    return model.nodes.values().stream()
        .filter(
            it ->
                allocation
                    .nodeSelector()
                    .map(at -> at.matches(it.metadata().labels(), it.metadata().name()))
                    .orElse(true))
        .findFirst()
        .map(
            it ->
                new NodeFacts(
                    it.metadata().name(),
                    it.metadata().labels(),
                    new TreeSet<>(it.declaredFeatures())));
  }

  private void lookAtPod(Model.Change<Pod> change) {
    if (change.now().isEmpty()) {
      return;
    }
    var pod = change.now().get();
    boolean wasOnNode = change.isOfSameObject() && Model.isOnNode(change.before().orElseThrow());
    if (wasOnNode
        && !change
            .before()
            .orElseThrow()
            .value()
            .spec()
            .nodeName()
            .equals(pod.value().spec().nodeName())) {
      findings.add("pod %s moved to another node".formatted(pod.key()));
    }
    lookAtRunning(pod, wasOnNode ? "by the write of the pod" : "when it was bound");
    lookAtRejection(pod);
  }

  /** A pod on a node has all its claims, until it has ended. */
  private void lookAtRunning(KnownObject<Pod> pod, String when) {
    if (!Model.isOnNode(pod) || !Model.isAlive(pod)) {
      return;
    }
    var names = model.claimNames(pod);
    if (names.size() < pod.value().spec().resourceClaims().size()) {
      findings.add("pod %s is on a node without all its claims, %s".formatted(pod.key(), when));
    }
    for (var name : names) {
      trouble(pod, name)
          .ifPresent(
              trouble ->
                  findings.add(
                      "pod %s is on node %s, and its claim %s %s, %s"
                          .formatted(
                              pod.key(), pod.value().spec().nodeName(), name, trouble, when)));
    }
  }

  private Optional<String> trouble(KnownObject<Pod> pod, String name) {
    var claim = model.claims.find(pod.metadata().namespace(), name);
    if (claim.isEmpty()) {
      return Optional.of("does not exist");
    }
    var status = claim.get().value().status();
    if (status.allocation().isEmpty()) {
      return Optional.of("has no devices");
    }
    if (status.reservedFor().stream().noneMatch(it -> it.uid().equals(pod.metadata().uid()))) {
      return Optional.of("is not reserved for it");
    }
    var node = model.nodes.find(pod.value().spec().nodeName());
    boolean reachable =
        node.isEmpty()
            || status
                .allocation()
                .get()
                .nodeSelector()
                .map(it -> it.matches(node.get().metadata().labels(), node.get().metadata().name()))
                .orElse(true);
    return reachable ? Optional.empty() : Optional.of("has devices of other nodes");
  }

  /** Hardware never refuses what was allocated, unless it is other hardware by now. */
  private void lookAtRejection(KnownObject<Pod> pod) {
    if (pod.tree().text("status", "reason").equals(REJECTED) && !isExcused(pod)) {
      findings.add(
          "node %s refused pod %s: %s"
              .formatted(
                  pod.value().spec().nodeName(), pod.key(), pod.tree().text("status", "message")));
    }
  }

  private boolean isExcused(KnownObject<Pod> pod) {
    return model.claimNames(pod).stream()
        .flatMap(it -> model.claims.find(pod.metadata().namespace(), it).stream())
        .anyMatch(
            claim ->
                claim.value().status().allocation().stream()
                    .flatMap(it -> it.devices().results().stream())
                    .anyMatch(it -> !isPublished(it) || isRepublished(claim, it)));
  }

  private boolean isRepublished(
      KnownObject<ResourceClaim> claim, DeviceRequestAllocationResult result) {
    return republished.getOrDefault(result.driver() + "/" + result.pool(), 0L)
        > allocated.getOrDefault(claim.metadata().uid(), 0L);
  }

  private boolean isPublished(DeviceRequestAllocationResult result) {
    return model.slices.values().stream()
        .filter(it -> pool(it).equals(result.driver() + "/" + result.pool()))
        .anyMatch(
            it -> it.spec().devices().stream().anyMatch(d -> d.name().equals(result.device())));
  }
}
