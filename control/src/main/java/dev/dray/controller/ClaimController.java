package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.controller.WorkQueue.Outcome;
import dev.dray.events.Events;
import dev.dray.informer.Informer;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Generates claims for pods and releases those that pods no longer need. */
final class ClaimController {
  private static final String QUEUE = "resource_claim";
  private static final int MOST_AT_WORK = 128;
  private static final int GONE_PODS = 10_000;

  private final Informer<Pod> pods;
  private final Informer<ResourceClaim> informed;
  private final Informer<ResourceClaimTemplate> templates;
  private final ClaimMetrics metrics;
  private final Claims claims;
  private final Recorded recorded = new Recorded();
  private final RecentUids gone = new RecentUids(GONE_PODS);
  private final Index podsByClaim = new Index();
  private final Index podsByTemplate = new Index();
  private final PodSync podSync;
  private final ClaimSync claimSync;
  private final WorkQueue<Item> queue;
  private boolean stopped;

  /** An object for which there may be work. */
  private sealed interface Item {
    record OfPod(String key) implements Item {}

    record OfClaim(String key) implements Item {}
  }

  ClaimController(
      ControllerCalls controllerCalls,
      EventLoop loop,
      Informers informers,
      Events events,
      Gates gates,
      ClaimMetrics metrics,
      QueueMetrics queues) {
    this.metrics = metrics;
    pods = informers.of(Resources.PODS);
    informed = informers.of(Resources.CLAIMS);
    templates = informers.of(Resources.TEMPLATES);
    claims = new Claims(informed, loop, this::lookAgain);
    podSync =
        new PodSync(controllerCalls, events, gates, metrics, pods, templates, claims, recorded);
    claimSync = new ClaimSync(controllerCalls, pods, claims, gone);
    queue = new WorkQueue<>(loop, QUEUE, MOST_AT_WORK, queues, controllerCalls.guarded(this::work));
  }

  private void work(Item item, Consumer<Outcome> then) {
    switch (item) {
      case Item.OfPod(var key) -> podSync.sync(key, then);
      case Item.OfClaim(var key) -> claimSync.sync(key, then);
    }
  }

  /** Starts to listen; nothing is done before {@link #begin}. */
  void listen() {
    pods.listen(new OfPods());
    informed.listen(new OfClaims());
    templates.listen(Listener.of(this::changed, _ -> {}));
  }

  /** Begins to work, once all informers have synced. */
  void begin() {
    queue.start();
  }

  void stop() {
    stopped = true;
    queue.stop();
    claims.stop();
  }

  boolean idle() {
    return queue.idle();
  }

  private void changed(KnownObject<ResourceClaimTemplate> template) {
    if (!stopped) {
      podsByTemplate.of(template.key()).forEach(this::addPodIfNeeded);
    }
  }

  private void addPodIfNeeded(String key) {
    pods.find(key).filter(podSync::isNeeded).ifPresent(_ -> queue.add(new Item.OfPod(key)));
  }

  /**
   * Looks at the owner of a claim that was written and that the informer has not reported for long.
   */
  private void lookAgain(KnownObject<ResourceClaim> claim) {
    PodEntries.owner(claim.metadata())
        .ifPresent(
            owner -> addPodIfNeeded(KnownObject.key(claim.metadata().namespace(), owner.name())));
  }

  private final class OfPods implements Listener<Pod> {
    @Override
    public void added(KnownObject<Pod> pod) {
      if (!stopped && PodEntries.hasClaims(pod)) {
        index(pod);
        look(pod);
      }
    }

    @Override
    public void changed(KnownObject<Pod> before, KnownObject<Pod> now) {
      if (!stopped && PodEntries.hasClaims(now)) {
        recorded.told(now);
        reindex(before, now);
        look(now);
      }
    }

    @Override
    public void removed(KnownObject<Pod> pod) {
      if (stopped || !PodEntries.hasClaims(pod)) {
        return;
      }
      recorded.toldRemoved(pod);
      unindex(pod);
      gone.add(pod.metadata().uid());
      addClaims(pod);
      // Where the watch had to start over, this is the pod as it was long ago: claims may have been
      // generated for it since that it does not name yet.
      claims.madeFor(pod.metadata().uid()).forEach(claim -> queue.add(new Item.OfClaim(claim)));
    }

    private void look(KnownObject<Pod> pod) {
      if (PodEntries.done(pod.value())) {
        addClaims(pod);
      } else if (podSync.isNeeded(pod)) {
        queue.add(new Item.OfPod(pod.key()));
      }
    }

    private void addClaims(KnownObject<Pod> pod) {
      for (var claim : PodEntries.claims(pod)) {
        queue.add(new Item.OfClaim(KnownObject.key(pod.metadata().namespace(), claim)));
      }
    }

    private Set<String> claimKeys(KnownObject<Pod> pod) {
      var keys = new HashSet<String>();
      PodEntries.claims(pod)
          .forEach(claim -> keys.add(KnownObject.key(pod.metadata().namespace(), claim)));
      return keys;
    }

    private void index(KnownObject<Pod> pod) {
      claimKeys(pod).forEach(claim -> podsByClaim.add(claim, pod.key()));
      for (var entry : pod.value().spec().resourceClaims()) {
        if (!entry.resourceClaimTemplateName().isEmpty()) {
          podsByTemplate.add(
              KnownObject.key(pod.metadata().namespace(), entry.resourceClaimTemplateName()),
              pod.key());
        }
      }
    }

    private void unindex(KnownObject<Pod> pod) {
      claimKeys(pod).forEach(claim -> podsByClaim.remove(claim, pod.key()));
      for (var entry : pod.value().spec().resourceClaims()) {
        podsByTemplate.remove(
            KnownObject.key(pod.metadata().namespace(), entry.resourceClaimTemplateName()),
            pod.key());
      }
    }

    /**
     * Updates the index. Entries of a pod never change; the claims generated for them come later.
     */
    private void reindex(KnownObject<Pod> before, KnownObject<Pod> now) {
      var old = claimKeys(before);
      var keys = claimKeys(now);
      if (!old.equals(keys)) {
        old.forEach(claim -> podsByClaim.remove(claim, now.key()));
        keys.forEach(claim -> podsByClaim.add(claim, now.key()));
      }
    }
  }

  private final class OfClaims implements Listener<ResourceClaim> {
    @Override
    public void added(KnownObject<ResourceClaim> claim) {
      if (!stopped) {
        metrics.came(claim.value());
        put(claim);
      }
    }

    @Override
    public void changed(KnownObject<ResourceClaim> before, KnownObject<ResourceClaim> now) {
      if (!stopped) {
        metrics.went(before.value());
        metrics.came(now.value());
        put(now);
      }
    }

    private void put(KnownObject<ResourceClaim> claim) {
      claims.told(claim);
      queue.add(new Item.OfClaim(claim.key()));
      podsByClaim.of(claim.key()).forEach(ClaimController.this::addPodIfNeeded);
    }

    @Override
    public void removed(KnownObject<ResourceClaim> claim) {
      if (!stopped) {
        metrics.went(claim.value());
        claims.toldRemoved(claim);
        podsByClaim.of(claim.key()).forEach(ClaimController.this::addPodIfNeeded);
      }
    }
  }
}
