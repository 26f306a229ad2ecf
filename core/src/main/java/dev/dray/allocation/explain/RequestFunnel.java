package dev.dray.allocation.explain;

import java.util.List;

/**
 * The funnel of a request, or of one of its alternatives, on a node.
 *
 * @param claim the claim as {@code namespace/name}
 * @param request the name in results: {@code main} or {@code main/sub}
 * @param amount the allocation mode
 * @param needed the number of devices that means on this node
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

  /** The allocation mode of a request. */
  public enum Amount {
    /** A number of devices. */
    EXACTLY,
    /** All devices that the request selects, and at least one. */
    ALL
  }

  public RequestFunnel {
    hints = List.copyOf(hints);
  }

  /** Returns whether there would be enough devices if only their number mattered. */
  public boolean hasEnough() {
    return funnel.left() >= needed && (needed > 0 || amount == Amount.EXACTLY);
  }
}
