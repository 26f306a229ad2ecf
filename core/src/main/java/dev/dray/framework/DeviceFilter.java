package dev.dray.framework;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.framework.node.NodeInfoCache;
import java.util.Arrays;
import java.util.List;

/**
 * The filter results of nodes for claims with equal device requests, whichever pods they belong to.
 * Mutable: a node is asked again only if its devices changed.
 *
 * <p>Nodes that see a wide pool are not asked again when devices of it are taken, as long as that
 * can only make claims stop fitting: host selection asks the chosen node once more.
 */
public final class DeviceFilter {
  /** The filter result of a node. */
  enum State {
    FITS,
    NONE,
    UNUSABLE,
    /** The search did not finish within the filter timeout. */
    TIMED_OUT,
    FATAL
  }

  /** The reason for a node on which the search was given up, in upstream's words. */
  static final String TIMED_OUT = "timed out trying to allocate devices";

  private final NodeInfoCache nodes;
  private State[] states = {};
  private long[] alternatives = {};
  private long[] askedAt = {};

  /** Marks nodes whose result may change in any way when devices of a wide pool are taken. */
  private boolean[] unsteady = {};

  /** The message of the search about unusable nodes, which names no claims; else empty. */
  private String[] said = {};

  /** The number of times that nodes were asked. */
  private long count;

  DeviceFilter(NodeInfoCache nodes) {
    this.nodes = nodes;
  }

  /** Asks those of the nodes whose result may have changed. */
  void refresh(List<Integer> numbers, List<ResourceClaim> claims, DeviceSnapshot devices) {
    grow();
    var stale = numbers.stream().filter(this::isStale).toList();
    if (stale.isEmpty()) {
      return;
    }
    count += stale.size();
    var sweep = devices.sweep(stale.stream().map(nodes::node).toList(), claims);
    for (int i = 0; i < stale.size(); i++) {
      int number = stale.get(i);
      askedAt[number] = nodes.now();
      alternatives[number] = sweep.score(i);
      unsteady[number] = nodes.seesWithMany(number) && !sweep.isSteady(i);
      if (sweep.fits(i)) {
        states[number] = State.FITS;
        said[number] = "";
      } else {
        note(number, sweep.answer(i));
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

  private boolean isStale(int number) {
    return nodes.devicesChangedSince(number, askedAt[number])
        || (unsteady[number] && nodes.widelyTakenSince(number, askedAt[number]));
  }

  /** Returns whether the result may change in any way when devices of a wide pool are taken. */
  boolean isUnsteady(int number) {
    return unsteady[number];
  }

  /** Returns how many times nodes were asked. */
  long count() {
    return count;
  }

  /** Records the outcome of a node that was asked by itself. */
  void note(int number, AllocationOutcome outcome) {
    said[number] = "";
    switch (outcome) {
      case AllocationOutcome.Fits _ -> states[number] = State.FITS;
      case AllocationOutcome.DoesNotFit _ -> states[number] = State.NONE;
      case AllocationOutcome.Stopped _ -> {
        said[number] = TIMED_OUT;
        states[number] = State.TIMED_OUT;
        askedAt[number] = -1; // This is no result: the node is asked again as soon as a caller may.
      }
      case AllocationOutcome.Unusable(var message) -> {
        said[number] = message;
        states[number] = State.UNUSABLE;
      }
      case AllocationOutcome.Fatal _ -> states[number] = State.FATAL;
    }
  }

  State state(int number) {
    return states[number];
  }

  /** Returns the score of the alternatives that the node has. */
  long alternatives(int number) {
    return alternatives[number];
  }

  String said(int number) {
    return said[number];
  }
}
