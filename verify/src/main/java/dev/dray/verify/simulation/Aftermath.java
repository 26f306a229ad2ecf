package dev.dray.verify.simulation;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.KnownObject;
import dev.dray.framework.SchedulerCache;
import dev.dray.ledger.Ledger;
import dev.dray.scheduler.Scheduler;
import java.time.Instant;

/** What must be so once everything is quiet. */
final class Aftermath {
  /** So many timers may go on for ever, in one process. */
  private static final int MOST_TIMERS = 40;

  private final Model model;
  private final Gates gates;
  private final Instant now;
  private final Findings findings;

  Aftermath(Model model, Gates gates, Instant now, Findings findings) {
    this.model = model;
    this.gates = gates;
    this.now = now;
    this.findings = findings;
  }

  void look(Cast cast) {
    model.claims.all().forEach(this::lookAtClaim);
    model.pods.all().forEach(this::lookAtPod);
    lookAtWaiting();
    cast.first.component().ifPresent(it -> lookAtLedger("scheduler-a", it));
    cast.second.component().ifPresent(it -> lookAtLedger("scheduler-b", it));
    cast.all().forEach(this::lookAtProcess);
    cast.controllers
        .component()
        .filter(it -> !it.idle())
        .ifPresent(_ -> findings.add("after quiet, the controllers are not idle"));
  }

  private void lookAtClaim(KnownObject<ResourceClaim> claim) {
    var status = claim.value().status();
    if (claim.metadata().deletionTimestamp().isPresent() && status.reservedFor().isEmpty()) {
      leaked(claim, "is deleted, used by nobody, and still there");
    }
    if (status.allocation().isPresent() && status.reservedFor().isEmpty()) {
      leaked(claim, "has devices and is reserved for nobody");
    }
    for (var consumer : status.reservedFor()) {
      var pod = model.pods.find(claim.metadata().namespace(), consumer.name());
      if (pod.isEmpty() || !pod.get().metadata().uid().equals(consumer.uid())) {
        leaked(claim, "is reserved for pod %s, which is gone".formatted(consumer.name()));
      } else if (!Model.isAlive(pod.get())) {
        leaked(claim, "is reserved for pod %s, which has ended".formatted(consumer.name()));
      }
    }
    for (var owner : claim.metadata().ownerReferences()) {
      var pod = model.pods.find(claim.metadata().namespace(), owner.name());
      if (owner.kind().equals("Pod")
          && (pod.isEmpty() || !pod.get().metadata().uid().equals(owner.uid()))) {
        leaked(claim, "was made for pod %s, which is gone".formatted(owner.name()));
      }
    }
  }

  private void leaked(KnownObject<ResourceClaim> claim, String how) {
    findings.add("after quiet, claim %s %s".formatted(claim.key(), how));
  }

  private void lookAtPod(KnownObject<Pod> pod) {
    if (pod.metadata().deletionTimestamp().isPresent()) {
      findings.add("after quiet, pod %s is deleted and still there".formatted(pod.key()));
    } else if (Model.isOnNode(pod)
        && Model.isAlive(pod)
        && !pod.value().status().phase().equals("Running")) {
      findings.add(
          "after quiet, pod %s is on node %s and does not run"
              .formatted(pod.key(), pod.value().spec().nodeName()));
    }
  }

  /** Nobody waits who need not, by all there is. */
  private void lookAtWaiting() {
    var cache = board();
    for (var pod : model.pods.all()) {
      if (Model.isOnNode(pod)
          || !Model.isAlive(pod)
          || pod.metadata().deletionTimestamp().isPresent()) {
        continue;
      }
      switch (cache.decide(pod.value(), now)) {
        case SchedulerCache.Decision.Chosen chosen ->
            findings.add(
                "after quiet, pod %s waits and could run on node %s"
                    .formatted(pod.key(), chosen.node()));
        case SchedulerCache.Decision.Waits _ -> lookAtCondition(pod);
      }
    }
  }

  private void lookAtCondition(KnownObject<Pod> pod) {
    var scheduled = Model.condition(pod, "PodScheduled");
    if (scheduled.isEmpty() || !scheduled.get().text("status").equals("False")) {
      findings.add(
          "after quiet, pod %s waits and its condition PodScheduled does not say so: %s"
              .formatted(pod.key(), scheduled));
    }
  }

  private SchedulerCache board() {
    var cache = new SchedulerCache(gates);
    model.nodes.values().forEach(cache::put);
    model.classes.values().forEach(cache::put);
    model.slices.values().forEach(cache::put);
    model.rules.values().forEach(cache::put);
    model.patches.values().forEach(cache::put);
    model.claims.values().forEach(cache::put);
    model.pods.values().forEach(cache::put);
    cache.settle();
    return cache;
  }

  private void lookAtLedger(String name, Scheduler scheduler) {
    var stored = Ledger.of(model.claims.values());
    if (!scheduler.ledger().equals(stored)) {
      findings.add(
          "after quiet, %s has another ledger than the API: %s instead of %s"
              .formatted(name, scheduler.ledger(), stored));
    }
    if (!scheduler.isIdle()) {
      findings.add("after quiet, %s is not idle".formatted(name));
    }
  }

  private void lookAtProcess(SimulatedProcess<?> process) {
    process.business().ifPresent(it -> findings.add("after quiet, " + it));
    if (process.timers() > MOST_TIMERS) {
      findings.add("after quiet, %s has %d timers".formatted(process, process.timers()));
    }
  }
}
