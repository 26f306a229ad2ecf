package dev.dray.allocation.explain;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.PoolId;
import dev.dray.inventory.PoolView;
import java.util.List;

/**
 * Why claims do not fit on a node.
 *
 * @param summary what it comes down to, as said of several nodes: {@code have too few free devices
 *     for request gpu}
 * @param pools all pools that the node sees, in the deciding order
 * @param requests all requests in order, each as if it were alone; empty if the claims are refused
 */
public record Explanation(
    String node, Summary summary, Cause cause, List<PoolStatus> pools, List<Request> requests) {

  /**
   * What an explanation comes down to.
   *
   * @param text the same for all nodes where it is the same
   * @param detail what this node adds to it; may be empty
   */
  public record Summary(String text, String detail) {
    public Summary {
      requireNonNull(text, "text");
      requireNonNull(detail, "detail");
    }

    Summary(String text) {
      this(text, "");
    }
  }

  /** A pool with how many devices of it the node sees. */
  public record PoolStatus(PoolId pool, PoolView.State state, String reason, int devices) {
    public PoolStatus {
      requireNonNull(pool, "pool");
      requireNonNull(state, "state");
      requireNonNull(reason, "reason");
    }
  }

  /** A request with its alternatives, or with itself as the only one. */
  public record Request(String claim, String name, List<RequestFunnel> alternatives) {
    public Request {
      requireNonNull(claim, "claim");
      requireNonNull(name, "name");
      alternatives = List.copyOf(alternatives);
    }

    /** Whether one of the alternatives finds devices enough. */
    public boolean hasEnough() {
      return alternatives.stream().anyMatch(RequestFunnel::hasEnough);
    }
  }

  public Explanation {
    requireNonNull(node, "node");
    requireNonNull(summary, "summary");
    requireNonNull(cause, "cause");
    pools = List.copyOf(pools);
    requests = List.copyOf(requests);
  }

  /** All of it, for people. */
  public String toText() {
    return ExplanationText.of(this);
  }

  @Override
  public String toString() {
    return toText();
  }
}
