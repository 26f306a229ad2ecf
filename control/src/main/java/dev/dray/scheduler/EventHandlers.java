package dev.dray.scheduler;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.framework.SchedulerCache;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import dev.dray.inventory.patch.Notice;
import dev.dray.scheduler.QueuedPod.Place;
import java.util.List;

/**
 * Takes in what informers report and what servers answer to writes of claims: the scheduler cache
 * is told first, then {@link WakeUps} of changes that might help waiting pods.
 *
 * <p>Slices, classes, patches and taint rules are only merged when the scheduler takes a turn.
 */
final class EventHandlers {
  private final EventLoop loop;
  private final Informers informers;
  private final SchedulerOptions options;
  private final SchedulerCache cache;
  private final SchedulingQueue queue;
  private final WakeUps wakeUps;
  private final ClaimWriteQueue claimWrites;
  private final Binder binder;
  private final Runnable kick;
  private boolean inventoryChanged;
  private boolean patchesChanged;
  private boolean classesChanged;

  /**
   * @param kick has the scheduler take a turn soon
   */
  EventHandlers(
      EventLoop loop,
      Informers informers,
      SchedulerOptions options,
      SchedulerCache cache,
      SchedulingQueue queue,
      WakeUps wakeUps,
      ClaimWriteQueue claimWrites,
      Binder binder,
      Runnable kick) {
    this.loop = loop;
    this.informers = informers;
    this.options = options;
    this.cache = cache;
    this.queue = queue;
    this.wakeUps = wakeUps;
    this.claimWrites = claimWrites;
    this.binder = binder;
    this.kick = kick;
  }

  void listen() {
    informers.of(Resources.NODES).listen(Listener.of(this::nodeIs, this::nodeIsGone));
    informers
        .of(Resources.SLICES)
        .listen(
            Listener.of(
                it -> changeInventory(() -> cache.put(it.value())),
                it -> changeInventory(() -> cache.removeSlice(it.metadata().name()))));
    informers
        .of(Resources.CLASSES)
        .listen(
            Listener.of(
                it -> classChanged(cache.put(it.value())),
                it -> classChanged(cache.removeClass(it.metadata().name()))));
    informers
        .of(Resources.TAINT_RULES)
        .listen(
            Listener.of(
                it -> changeInventory(() -> cache.put(it.value())),
                it -> changeInventory(() -> cache.removeTaintRule(it.metadata().name()))));
    informers
        .of(Resources.PATCHES)
        .listen(
            Listener.of(
                it -> {
                  patchesChanged = true;
                  changeInventory(() -> cache.put(it.value()));
                },
                it -> changeInventory(() -> cache.removePatch(it.metadata().name()))));
    informers
        .of(Resources.NAMESPACES)
        .listen(Listener.of(this::namespaceIs, this::namespaceIsGone));
    informers.of(Resources.CLAIMS).listen(new ClaimListener());
    informers.of(Resources.PODS).listen(new PodListener());
  }

  private void nodeIs(KnownObject<Node> node) {
    if (cache.put(node.value())) {
      wakeUps.note(QueueEvent.NODE_CHANGED);
    }
  }

  private void nodeIsGone(KnownObject<Node> node) {
    if (cache.removeNode(node.metadata().name())) {
      wakeUps.note(QueueEvent.NODE_CHANGED);
    }
  }

  private void namespaceIs(KnownObject<Json.Obj> namespace) {
    var metadata = namespace.metadata();
    namespaceChanged(cache.putNamespace(metadata.name(), metadata.labels()));
  }

  private void namespaceIsGone(KnownObject<Json.Obj> namespace) {
    namespaceChanged(cache.removeNamespace(namespace.metadata().name()));
  }

  /** Affinity terms select namespaces by labels, and may select others now. */
  private void namespaceChanged(boolean other) {
    if (other) {
      wakeUps.note(QueueEvent.NAMESPACE_CHANGED);
      wakeUps.meetNewcomers();
    }
  }

  private void changeInventory(Runnable change) {
    change.run();
    inventoryChanged = true;
    kick.run();
  }

  private void classChanged(boolean other) {
    if (other) {
      classesChanged = true;
      inventoryChanged = true;
      kick.run();
    }
  }

  /** Merges the inventory, if it changed. Returns the notices that arose. */
  List<Notice> mergeInventory() {
    if (!inventoryChanged) {
      return List.of();
    }
    inventoryChanged = false;
    if (cache.settle()) {
      wakeUps.noteInTurn(QueueEvent.INVENTORY_CHANGED);
      if (classesChanged) {
        // A class can change what pods request, and with it their signatures.
        queue.wakeAll(QueueEvent.INVENTORY_CHANGED, loop.now());
      }
    }
    classesChanged = false;
    return cache.takeNotices();
  }

  /** Returns whether patches came or changed since the last call. */
  boolean takePatchesChanged() {
    boolean taken = patchesChanged;
    patchesChanged = false;
    return taken;
  }

  private final class ClaimListener implements Listener<ResourceClaim> {
    @Override
    public void added(KnownObject<ResourceClaim> claim) {
      claimWrites.told(claim);
      cache.put(claim.value());
      noteWritten(claim.value());
      wakeUps.wakeNaming(claim.key());
      binder.claimChanged(claim.key());
    }

    @Override
    public void changed(KnownObject<ResourceClaim> before, KnownObject<ResourceClaim> now) {
      claimWrites.told(now);
      cache.put(now.value());
      noteWritten(now.value());
      if (gaveBack(before.value(), now.value())) {
        wakeUps.note(QueueEvent.CLAIM_RELEASED);
      }
      if (matters(before.value(), now.value())) {
        wakeUps.wakeNaming(now.key());
      }
      binder.claimChanged(now.key());
    }

    /**
     * Tells the binder: an informer may report a write before its answer arrives, and that answer
     * then wakes nobody.
     */
    private void noteWritten(ResourceClaim claim) {
      if (claim.status().allocation().isPresent()) {
        binder.settled(claim);
      }
    }

    @Override
    public void removed(KnownObject<ResourceClaim> claim) {
      claimWrites.gone(claim);
      cache.removeClaim(claim.value());
      if (claim.value().status().allocation().isPresent()) {
        wakeUps.note(QueueEvent.CLAIM_RELEASED);
      }
      wakeUps.gateNaming(claim.key());
      binder.claimChanged(claim.key());
    }
  }

  private static boolean gaveBack(ResourceClaim before, ResourceClaim now) {
    return before.status().allocation().isPresent()
        && !before.status().allocation().equals(now.status().allocation());
  }

  /** Returns whether a change matters to pods that name the claim; further consumers do not. */
  private static boolean matters(ResourceClaim before, ResourceClaim now) {
    return !before.status().allocation().equals(now.status().allocation())
        || !before.status().devices().equals(now.status().devices())
        || before.status().reservedFor().size() > now.status().reservedFor().size()
        || !before.metadata().deletionTimestamp().equals(now.metadata().deletionTimestamp())
        || !before.metadata().ownerReferences().equals(now.metadata().ownerReferences());
  }

  /** Takes in the server's answer to the write of a claim. */
  void answered(KnownObject<ResourceClaim> claim) {
    var known = informers.of(Resources.CLAIMS).find(claim.key());
    binder.settled(claim.value());
    cache.written(claim.value());
    if (known.isEmpty() || matters(known.get().value(), claim.value())) {
      wakeUps.wakeNaming(claim.key());
    }
    if (known.filter(it -> gaveBack(it.value(), claim.value())).isPresent()) {
      wakeUps.note(QueueEvent.CLAIM_RELEASED);
    }
  }

  private final class PodListener implements Listener<Pod> {
    @Override
    public void added(KnownObject<Pod> pod) {
      cache.put(pod.value());
      wakeUps.meetNewcomers();
      if (options.isResponsibleFor(pod.value())) {
        wakeUps.consider(queue.enter(pod, loop.now()), QueueEvent.POD_ADDED);
      }
    }

    @Override
    public void changed(KnownObject<Pod> before, KnownObject<Pod> now) {
      cache.put(now.value());
      wakeUps.noteReturns();
      var entry = queue.find(now.metadata().uid());
      if (entry.isPresent()) {
        follow(entry.get(), before.value(), now);
      } else if (options.isResponsibleFor(now.value())
          && !options.isResponsibleFor(before.value())) {
        wakeUps.consider(queue.enter(now, loop.now()), QueueEvent.POD_CHANGED);
      }
    }

    @Override
    public void removed(KnownObject<Pod> pod) {
      cache.removePod(pod.value());
      wakeUps.noteReturns();
      queue.find(pod.metadata().uid()).ifPresent(this::leave);
    }

    private void follow(QueuedPod entry, Pod before, KnownObject<Pod> now) {
      queue.become(entry, now);
      if (entry.place() == Place.BINDING) {
        binder.podChanged(entry);
      } else if (!options.isResponsibleFor(now.value())) {
        leave(entry);
      } else if (!asksForTheSame(before, now.value())) {
        wakeUps.consider(entry, QueueEvent.POD_CHANGED);
      }
    }

    private void leave(QueuedPod entry) {
      boolean binding = entry.place() == Place.BINDING;
      wakeUps.leave(entry);
      if (binding) {
        binder.podChanged(entry);
      }
    }
  }

  /** Returns whether the pod asks for the same as before; conditions and the like do not count. */
  private static boolean asksForTheSame(Pod before, Pod now) {
    return before.spec().equals(now.spec())
        && before.metadata().labels().equals(now.metadata().labels())
        && before.status().resourceClaimStatuses().equals(now.status().resourceClaimStatuses());
  }
}
