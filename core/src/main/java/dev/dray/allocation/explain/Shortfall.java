package dev.dray.allocation.explain;

import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.meta.DeviceId;
import java.util.List;

/**
 * The shortfall of a request that would have enough devices if it were alone.
 *
 * @param request the funnel once the requests before it and as many of its own devices as possible
 *     are taken; its own count as left
 * @param before the devices of earlier requests; empty if the request fails by itself
 * @param own the devices it can have
 * @param tallies the constraints that no choice of devices satisfies
 * @param results the number of devices the claim would get in all
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
      devices = List.copyOf(devices);
    }
  }

  /** The kind of constraint: a value in common, or all values different. */
  public enum Rule {
    MATCH,
    DISTINCT
  }

  /**
   * A constraint with the values there are to choose from.
   *
   * @param needed the number of devices it covers
   * @param values every value, those that most devices have first
   */
  public record Tally(Rule rule, String attribute, int needed, List<ValueCount> values) {
    public Tally {
      values = List.copyOf(values);
    }
  }

  /** The number of devices that have a value. */
  public record ValueCount(String value, int devices) {}

  public Shortfall {
    before = List.copyOf(before);
    own = List.copyOf(own);
    tallies = List.copyOf(tallies);
  }

  /** Returns whether the claim would get more devices than a claim can list. */
  public boolean exceedsResults() {
    return results > SearchProblem.MOST_RESULTS;
  }
}
