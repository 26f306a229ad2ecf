package dev.dray.hollow;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.informer.Informer;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import java.util.function.Consumer;

/**
 * The hollow kubelets of all nodes: pods bound to a node run, as far as the API shows, once a
 * driver without devices has prepared their claims. They run on an event loop.
 *
 * <p>A pod whose claims real hardware could not prepare fails, with an event that names the device,
 * the claim and the other holder.
 */
public final class HollowNodes {
  private final EventLoop loop;
  private final Informers informers;
  private final Informer<Node> nodes;
  private final Informer<Pod> pods;
  private final Informer<ResourceClaim> claims;
  private final Informer<ResourceSlice> slices;
  private final Informer<ResourceSlicePatch> patches;
  private final Published published = new Published();
  private final HollowHardware hollowHardware = new HollowHardware(published);
  private final Machines machines;
  private final HollowPods hollow;
  private final BindingConditions bindingConditions;
  private boolean stopped;

  public HollowNodes(
      Api api, EventLoop loop, Informers informers, Events events, HollowOptions options) {
    this.loop = loop;
    this.informers = informers;
    nodes = informers.of(Resources.NODES);
    pods = informers.of(Resources.PODS);
    claims = informers.of(Resources.CLAIMS);
    slices = informers.of(Resources.SLICES);
    patches = informers.of(Resources.PATCHES);
    var retriedWrites = new RetriedWrites(api, loop);
    machines = new Machines(loop, retriedWrites, options);
    hollow =
        new HollowPods(
            loop,
            events,
            retriedWrites,
            machines,
            hollowHardware,
            new HollowPodClaims(claims),
            options.patience());
    bindingConditions = new BindingConditions(loop, retriedWrites, machines);
  }

  /** Begins as soon as the informers have synced; somebody else starts them. */
  public void start() {
    loop.post(() -> informers.whenSynced(this::begin));
  }

  /** Stops everything. */
  public void stop() {
    stopped = true;
    machines.stop();
    hollow.stop();
  }

  /**
   * Restores pods that ran before, with their devices, ahead of all else: new pods must find these
   * devices in use.
   */
  private void begin() {
    if (stopped) {
      return;
    }
    slices.listen(told(this::put, this::remove));
    patches.listen(told(it -> published.put(it.value()), _ -> {}));
    nodes.listen(told(this::putNode, it -> machines.remove(it.metadata().name())));
    pods.all().forEach(hollow::recall);
    pods.listen(told(hollow::put, hollow::remove));
    claims.listen(told(this::putClaim, bindingConditions::remove));
    machines.renewLeases();
  }

  private <T> Listener<T> told(Consumer<KnownObject<T>> put, Consumer<KnownObject<T>> removed) {
    return Listener.of(unlessStopped(put), unlessStopped(removed));
  }

  private <T> Consumer<KnownObject<T>> unlessStopped(Consumer<KnownObject<T>> consumer) {
    return it -> {
      if (!stopped) {
        consumer.accept(it);
      }
    };
  }

  private void put(KnownObject<ResourceSlice> slice) {
    published.put(slice.value());
    hollow.devicesChanged();
  }

  private void remove(KnownObject<ResourceSlice> slice) {
    published.remove(slice.value());
  }

  private void putNode(KnownObject<Node> node) {
    if (machines.put(node)) {
      hollow.welcome(node.metadata().name());
    }
  }

  private void putClaim(KnownObject<ResourceClaim> claim) {
    bindingConditions.put(claim);
    hollow.claimChanged(claim.key());
  }

  /** Returns the number of prepared claims. */
  public int preparedClaims() {
    return hollowHardware.prepared();
  }
}
