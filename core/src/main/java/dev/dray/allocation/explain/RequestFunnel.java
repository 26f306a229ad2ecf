package dev.dray.allocation.explain;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What a request, or one of its alternatives, finds on a node.
 *
 * @param claim the claim as {@code namespace/name}
 * @param request as results call it: {@code main}, or {@code main/sub}
 * @param amount how many devices it asks for
 * @param needed how many that are on this node
 * @param hints what might help
 */
public record RequestFunnel(
    String claim,
    String request,
    String deviceClass,
    Amount amount,
    int needed,
    Funnel funnel,
    List<String> hints) {

  /** How a request counts. */
  public enum Amount {
    /** So many devices. */
    EXACTLY,
    /** All devices that it selects, and at least one. */
    ALL
  }

  public RequestFunnel {
    requireNonNull(claim, "claim");
    requireNonNull(request, "request");
    requireNonNull(deviceClass, "deviceClass");
    requireNonNull(amount, "amount");
    requireNonNull(funnel, "funnel");
    hints = List.copyOf(hints);
  }

  /** Whether there would be devices enough if only their number mattered. */
  public boolean hasEnough() {
    return funnel.left() >= needed && (needed > 0 || amount == Amount.EXACTLY);
  }
}
