package dev.dray.planning;

import dev.dray.allocation.explain.NodesExplanation;
import java.util.List;

/**
 * The account of a pod or claim: why it has its place, would get one, or has to wait.
 *
 * @param subject as {@code pod default/a}
 * @param message the account in one line
 * @param nodes the node it is on, or the nodes it would fit on; empty if it has to wait
 * @param devices those it has, or would get on the first of these nodes
 * @param explanations the reasons why other nodes, or all, have no devices for it
 * @param undecided the nodes on which the search was given up
 * @param unconsidered the fields of the pod that would matter to kube-scheduler and did not here
 */
public record SchedulingAccount(
    String subject,
    Verdict verdict,
    String message,
    List<String> nodes,
    List<Held> devices,
    List<NodesExplanation> explanations,
    List<String> undecided,
    List<String> unconsidered) {

  /** The state of the pod or claim. */
  public enum Verdict {
    /** It has its devices, or its node. */
    PLACED,
    /** It has no devices or node yet and would get them now. */
    FITS,
    /** It has to wait: it would get none. */
    WAITS,
    /** No node is known to fit, and on some the search was given up. */
    UNDECIDED
  }

  /** A device with the claim that has it. */
  public record Held(String claim, ReviewedDevice reviewedDevice) {}

  public SchedulingAccount {
    nodes = List.copyOf(nodes);
    devices = List.copyOf(devices);
    explanations = List.copyOf(explanations);
    undecided = List.copyOf(undecided);
    unconsidered = List.copyOf(unconsidered);
  }

  SchedulingAccount(
      String subject,
      Verdict verdict,
      String message,
      List<String> nodes,
      List<Held> devices,
      List<NodesExplanation> explanations,
      List<String> undecided) {
    this(subject, verdict, message, nodes, devices, explanations, undecided, List.of());
  }

  /** Returns the account of a pod of which these fields were not considered. */
  SchedulingAccount without(List<String> fields) {
    return new SchedulingAccount(
        subject, verdict, message, nodes, devices, explanations, undecided, fields);
  }

  /** Returns whether it has devices that it would not get now. */
  public boolean hasMisfits() {
    return devices.stream().anyMatch(it -> !it.reviewedDevice().misfits().isEmpty());
  }
}
