package dev.dray.allocation.explain;

import dev.dray.api.meta.PoolId;
import dev.dray.inventory.PoolView;
import java.util.List;

/**
 * The explanation why claims do not fit on a node.
 *
 * @param summary the short form, as said of several nodes: {@code have too few free devices for
 *     request gpu}
 * @param pools all pools that the node sees, in the deciding order
 * @param requests all requests in order, each as if it were alone; empty if the claims are refused
 */
public record Explanation(
    String node, Summary summary, Cause cause, List<PoolStatus> pools, List<Request> requests) {

  /**
   * The short form of an explanation.
   *
   * @param text the part that is the same for all nodes with this reason
   * @param detail the part that is particular to this node; may be empty
   */
  public record Summary(String text, String detail) {

    Summary(String text) {
      this(text, "");
    }
  }

  /** A pool with the number of its devices that the node sees. */
  public record PoolStatus(PoolId pool, PoolView.State state, String reason, int devices) {}

  /** A request with its alternatives; a request without alternatives is its own only one. */
  public record Request(String claim, String name, List<RequestFunnel> alternatives) {
    public Request {
      alternatives = List.copyOf(alternatives);
    }

    /** Returns whether one of the alternatives finds enough devices. */
    public boolean hasEnough() {
      return alternatives.stream().anyMatch(RequestFunnel::hasEnough);
    }
  }

  public Explanation {
    pools = List.copyOf(pools);
    requests = List.copyOf(requests);
  }

  /** Returns the full text, for people. */
  public String toText() {
    return ExplanationText.of(this);
  }

  @Override
  public String toString() {
    return toText();
  }
}
