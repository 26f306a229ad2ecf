package dev.dray.planning;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.explain.NodesExplanation;
import java.util.List;

/**
 * Why a pod or claim has its place, would get one, or has to wait.
 *
 * @param subject as {@code pod default/a}
 * @param message one line that says it
 * @param nodes where it is, or where it would fit; empty if it has to wait
 * @param devices those it has, or would get on the first of these nodes
 * @param explanations why other nodes, or all, have no devices for it
 * @param undecided nodes on which the search was given up
 * @param unconsidered fields of the pod that would matter to kube-scheduler and did not here
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

  /** How it stands. */
  public enum Verdict {
    /** It has its devices, or its node. */
    PLACED,
    /** It has none yet and would get them now. */
    FITS,
    /** It would get none. */
    WAITS,
    /** No node is known to do, and on some the search was given up. */
    UNDECIDED
  }

  /** A device with the claim that has it. */
  public record Held(String claim, ReviewedDevice reviewedDevice) {
    public Held {
      requireNonNull(claim, "claim");
      requireNonNull(reviewedDevice, "holding");
    }
  }

  public SchedulingAccount {
    requireNonNull(subject, "subject");
    requireNonNull(verdict, "verdict");
    requireNonNull(message, "message");
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

  /** The same of a pod of which these fields were not considered. */
  SchedulingAccount without(List<String> fields) {
    return new SchedulingAccount(
        subject, verdict, message, nodes, devices, explanations, undecided, fields);
  }

  /** Whether it has devices that it would not be given now. */
  public boolean hasMisfits() {
    return devices.stream().anyMatch(it -> !it.reviewedDevice().misfits().isEmpty());
  }
}
