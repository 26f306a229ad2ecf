package dev.dray.framework;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.framework.node.NodeInfoCache;
import java.util.Arrays;
import java.util.List;

/**
 * What nodes answer to claims that ask the same, whichever pods they are of. Mutable: a node is
 * asked again only if it changed.
 *
 * <p>Nodes that see a pool with many others are not asked again when devices of it are taken, as
 * long as all that can come of it is that claims no longer fit: whoever chooses such a node asks
 * it.
 */
public final class DeviceFilter {
  /** Whether a node has devices. */
  enum State {
    FITS,
    NONE,
    UNUSABLE,
    /** It took too long to find out. */
    TIMED_OUT,
    FATAL
  }

  /** In upstream's words. */
  static final String TIMED_OUT = "timed out trying to allocate devices";

  private final NodeInfoCache nodes;
  private State[] states = {};
  private long[] alternatives = {};
  private long[] askedAt = {};

  /** Whether the answer may become any other when devices are taken that many nodes see. */
  private boolean[] unsteady = {};

  /** What the engine said of unusable nodes, which names no claims; else empty. */
  private String[] said = {};

  /** How many times nodes were asked. */
  private long count;

  DeviceFilter(NodeInfoCache nodes) {
    this.nodes = nodes;
  }

  /** Asks those of the nodes whose answer may have changed. */
  void refresh(List<Integer> sites, List<ResourceClaim> claims, DeviceSnapshot devices) {
    grow();
    var stale = sites.stream().filter(this::isStale).toList();
    if (stale.isEmpty()) {
      return;
    }
    count += stale.size();
    var sweep = devices.sweep(stale.stream().map(nodes::node).toList(), claims);
    for (int i = 0; i < stale.size(); i++) {
      int site = stale.get(i);
      askedAt[site] = nodes.now();
      alternatives[site] = sweep.score(i);
      unsteady[site] = nodes.seesWithMany(site) && !sweep.isSteady(i);
      if (sweep.fits(i)) {
        states[site] = State.FITS;
        said[site] = "";
      } else {
        note(site, sweep.answer(i));
      }
    }
  }

  private void grow() {
    int before = states.length;
    int length = NodeInfoCache.grown(before, nodes.end() - 1);
    if (length > before) {
      states = Arrays.copyOf(states, length);
      Arrays.fill(states, before, length, State.NONE);
      alternatives = Arrays.copyOf(alternatives, length);
      askedAt = Arrays.copyOf(askedAt, length);
      Arrays.fill(askedAt, before, length, -1);
      unsteady = Arrays.copyOf(unsteady, length);
      said = Arrays.copyOf(said, length);
      Arrays.fill(said, before, length, "");
    }
  }

  private boolean isStale(int site) {
    return nodes.devicesChangedSince(site, askedAt[site])
        || (unsteady[site] && nodes.widelyTakenSince(site, askedAt[site]));
  }

  /** Whether the answer may become any other when devices are taken that many nodes see. */
  boolean isUnsteady(int site) {
    return unsteady[site];
  }

  /** How many times nodes were asked. */
  long count() {
    return count;
  }

  /** Takes down what a node answered that was asked by itself. */
  void note(int site, AllocationOutcome outcome) {
    said[site] = "";
    switch (outcome) {
      case AllocationOutcome.Fits _ -> states[site] = State.FITS;
      case AllocationOutcome.DoesNotFit _ -> states[site] = State.NONE;
      case AllocationOutcome.Stopped _ -> {
        said[site] = TIMED_OUT;
        states[site] = State.TIMED_OUT;
        askedAt[site] = -1; // That is no answer: whoever may ask the node again does.
      }
      case AllocationOutcome.Unusable(var message) -> {
        said[site] = message;
        states[site] = State.UNUSABLE;
      }
      case AllocationOutcome.Fatal _ -> states[site] = State.FATAL;
    }
  }

  State state(int site) {
    return states[site];
  }

  /** How good the alternatives are that the node has. */
  long alternatives(int site) {
    return alternatives[site];
  }

  String said(int site) {
    return said[site];
  }
}
