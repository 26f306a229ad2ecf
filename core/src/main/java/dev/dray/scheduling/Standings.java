package dev.dray.scheduling;

import dev.dray.api.resource.DeviceClaim;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The standings of late, shared by pods with equal demands; how many depends on the nodes. */
final class Standings {
  private static final int MOST_ENTRIES = 4_000_000;
  private static final int FEWEST = 16;

  private final Grounds grounds;
  private final Neighbours neighbours;
  private final ScoringStrategy strategy;
  private final Map<Demand, Standing> standings;
  private final Map<Where, Eligibility> eligibilities;
  private final Map<List<DeviceClaim>, DeviceAnswers> answers;

  Standings(Grounds grounds, Neighbours neighbours, ScoringStrategy strategy) {
    this.grounds = grounds;
    this.neighbours = neighbours;
    this.strategy = strategy;
    standings = new Recent<>(grounds);
    eligibilities = new Recent<>(grounds);
    answers = new Recent<>(grounds);
  }

  Standing of(Demand demand) {
    var known = standings.get(demand);
    if (known == null) {
      known =
          new Standing(
              demand,
              grounds,
              eligibility(demand.where()),
              neighbours.tally(demand.relations()),
              strategy,
              this::answers);
      standings.put(demand, known);
    }
    return known;
  }

  private Eligibility eligibility(Where where) {
    var known = eligibilities.get(where);
    if (known == null) {
      known = new Eligibility(where, grounds);
      eligibilities.put(where, known);
    }
    return known;
  }

  private DeviceAnswers answers(List<DeviceClaim> asks) {
    var known = answers.get(asks);
    if (known == null) {
      known = new DeviceAnswers(grounds);
      answers.put(asks, known);
    }
    return known;
  }

  /** How many times nodes were asked for devices for the demands of late. */
  long asked() {
    return answers.values().stream().mapToLong(DeviceAnswers::count).sum();
  }

  /** Keeps what was used last. */
  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final transient Grounds grounds;

    Recent(Grounds grounds) {
      super(16, 0.75f, true);
      this.grounds = grounds;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > Math.max(FEWEST, MOST_ENTRIES / Math.max(1, grounds.end()));
    }
  }
}
