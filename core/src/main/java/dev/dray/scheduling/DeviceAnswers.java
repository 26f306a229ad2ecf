package dev.dray.scheduling;

import dev.dray.allocation.Answer;
import dev.dray.api.resource.ResourceClaim;
import java.util.Arrays;
import java.util.List;

/**
 * What nodes answer to claims that ask the same, whichever pods they are of. Mutable: a node is
 * asked again only if it changed.
 */
final class DeviceAnswers {
  /** Whether a node has devices. */
  enum State {
    FITS,
    NONE,
    UNUSABLE,
    FATAL
  }

  private final Grounds grounds;
  private final State[] states;
  private final long[] alternatives;
  private final long[] askedAt;

  /** What the engine said of unusable nodes and fatal mistakes; else empty. */
  private final String[] said;

  DeviceAnswers(Grounds grounds) {
    this.grounds = grounds;
    states = new State[grounds.size()];
    Arrays.fill(states, State.NONE);
    alternatives = new long[states.length];
    askedAt = new long[states.length];
    Arrays.fill(askedAt, -1);
    said = new String[states.length];
    Arrays.fill(said, "");
  }

  /** Asks those of the nodes whose answer may have changed. */
  void refresh(List<Integer> sites, List<ResourceClaim> claims, Devices devices) {
    var stale = sites.stream().filter(site -> grounds.changedSince(site, askedAt[site])).toList();
    if (stale.isEmpty()) {
      return;
    }
    var sweep = devices.sweep(stale.stream().map(grounds::node).toList(), claims);
    for (int i = 0; i < stale.size(); i++) {
      int site = stale.get(i);
      askedAt[site] = grounds.now();
      alternatives[site] = sweep.score(i);
      if (sweep.fits(i)) {
        states[site] = State.FITS;
      } else {
        note(site, sweep.answer(i));
      }
    }
  }

  /** Takes down what a node answered that was asked by itself. */
  void note(int site, Answer answer) {
    said[site] = "";
    switch (answer) {
      case Answer.Fits _ -> states[site] = State.FITS;
      case Answer.DoesNotFit _, Answer.Stopped _ -> states[site] = State.NONE;
      case Answer.Unusable(var message) -> {
        said[site] = message;
        states[site] = State.UNUSABLE;
      }
      case Answer.Fatal(var message) -> {
        said[site] = message;
        states[site] = State.FATAL;
      }
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
