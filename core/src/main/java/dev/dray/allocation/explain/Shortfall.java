package dev.dray.allocation.explain;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.meta.DeviceId;
import java.util.List;

/**
 * How far an attempt gets with a request that would have devices enough for itself.
 *
 * @param request what it finds once those before it and as many of its own devices as possible are
 *     taken; its own count as left
 * @param before what earlier requests took; empty if the request fails by itself
 * @param own what it can have
 * @param tallies constraints that no choice of devices satisfies
 * @param results how many devices the claim would get in all
 */
public record Shortfall(
    RequestFunnel request,
    List<Grant> before,
    List<DeviceId> own,
    List<Tally> tallies,
    int results) {

  /** Devices that a request would get. */
  public record Grant(String claim, String request, List<DeviceId> devices) {
    public Grant {
      requireNonNull(claim, "claim");
      requireNonNull(request, "request");
      devices = List.copyOf(devices);
    }
  }

  /** What devices must have in common, or must not. */
  public enum Rule {
    MATCH,
    DISTINCT
  }

  /**
   * A constraint with what there is to choose from.
   *
   * @param needed how many devices are covered
   * @param values every value, those that most devices have first
   */
  public record Tally(Rule rule, String attribute, int needed, List<ValueCount> values) {
    public Tally {
      requireNonNull(rule, "rule");
      requireNonNull(attribute, "attribute");
      values = List.copyOf(values);
    }
  }

  /** How many devices have a value. */
  public record ValueCount(String value, int devices) {
    public ValueCount {
      requireNonNull(value, "value");
    }
  }

  public Shortfall {
    requireNonNull(request, "request");
    before = List.copyOf(before);
    own = List.copyOf(own);
    tallies = List.copyOf(tallies);
  }

  /** Whether the claim would get more devices than a claim can have. */
  public boolean exceedsResults() {
    return results > SearchProblem.MOST_RESULTS;
  }
}
