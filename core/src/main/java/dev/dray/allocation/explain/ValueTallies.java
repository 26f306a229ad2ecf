package dev.dray.allocation.explain;

import dev.dray.allocation.explain.Shortfall.Rule;
import dev.dray.allocation.explain.Shortfall.Tally;
import dev.dray.allocation.explain.Shortfall.ValueCount;
import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.PoolCandidates;
import dev.dray.allocation.search.SubProblem.Given;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tallies of devices by the values that constraints compare, where no value has enough of them.
 */
final class ValueTallies {
  private final AllocationRequest request;
  private final NodeCandidates devices;
  private final CheckSurvey checkSurvey;

  ValueTallies(AllocationRequest request, NodeCandidates devices, CheckSurvey checkSurvey) {
    this.request = request;
    this.devices = devices;
    this.checkSurvey = checkSurvey;
  }

  /**
   * Returns the constraints that an alternative cannot satisfy together with the devices given
   * before.
   */
  List<Tally> of(int alternative, List<Given> before) {
    var tallies = new ArrayList<Tally>();
    for (int constraint : request.covering()[alternative]) {
      var alternatives = new ArrayList<Integer>();
      int needed = checkSurvey.needed(alternative);
      for (var given : before) {
        if (request.constraints().get(constraint).alternatives().contains(given.alternative())) {
          alternatives.add(given.alternative());
          needed += given.devices().size();
        }
      }
      alternatives.add(alternative);
      var values = count(constraint, alternatives);
      if (isShort(constraint, values, needed)) {
        tallies.add(tally(constraint, values, needed));
      }
    }
    return tallies;
  }

  /**
   * Returns for each element the number of devices with it that any of the alternatives could have.
   */
  private Map<Integer, Integer> count(int constraint, List<Integer> alternatives) {
    var counts = new TreeMap<Integer, Integer>();
    for (int part = 0; part < devices.parts().size(); part++) {
      var candidates = devices.parts().get(part).candidates();
      var view = devices.parts().get(part).view();
      for (int i = 0; i < view.size(); i++) {
        for (int alternative : alternatives) {
          if (checkSurvey.passes(alternative, devices.start(part) + i)) {
            add(candidates.values[constraint][alternative][view.row(i)], counts);
            if (!isShareable(candidates, view.row(i))) {
              break;
            }
          }
        }
      }
    }
    return counts;
  }

  private static boolean isShareable(PoolCandidates candidates, int row) {
    return candidates.generation().traits(candidates.generation().traitsNumber(row)).shareable();
  }

  private void add(int set, Map<Integer, Integer> counts) {
    if (set >= 0) {
      for (int element : request.values().elements(set)) {
        counts.merge(element, 1, Integer::sum);
      }
    }
  }

  private boolean isShort(int constraint, Map<Integer, Integer> values, int needed) {
    return request.constraints().get(constraint).distinct()
        ? values.size() < needed
        : values.values().stream().allMatch(count -> count < needed);
  }

  private Tally tally(int constraint, Map<Integer, Integer> values, int needed) {
    var counts = new ArrayList<ValueCount>();
    values.forEach(
        (element, count) ->
            counts.add(new ValueCount(ReasonFinder.text(request.values().value(element)), count)));
    counts.sort(
        Comparator.comparingInt(ValueCount::devices).reversed().thenComparing(ValueCount::value));
    var asked = request.constraints().get(constraint);
    return new Tally(
        asked.distinct() ? Rule.DISTINCT : Rule.MATCH, asked.attribute(), needed, counts);
  }
}
