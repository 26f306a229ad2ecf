package dev.dray.framework;

import dev.dray.allocation.placement.PrioritizedListScore;
import java.util.OptionalInt;

/**
 * Chooses among nodes that fit by the scores of upstream's default profile.
 *
 * <p>Upstream picks one of the best at random. Here it is the first by name, so that the same
 * question has the same answer.
 */
final class NodeScoring {
  private static final int DEVICES_WEIGHT = 2;
  private static final int PREFERENCE_WEIGHT = 2;
  private static final int RELUCTANCE_WEIGHT = 3;
  private static final int PULL_WEIGHT = 2;

  private final NodeToStatus statuses;
  private long leastAlternatives = Long.MAX_VALUE;
  private long mostAlternatives = Long.MIN_VALUE;
  private long leastPull = Long.MAX_VALUE;
  private long mostPull = Long.MIN_VALUE;
  private int mostPreference;
  private int mostReluctance;

  /** The first of the nodes with the highest load score, which usually decides alone. */
  private int bestByLoad = -1;

  private NodeScoring(NodeToStatus statuses) {
    this.statuses = statuses;
    for (int number : statuses.order()) {
      if (statuses.fits(number)) {
        long alternatives = statuses.alternatives(number);
        leastAlternatives = Math.min(leastAlternatives, alternatives);
        mostAlternatives = Math.max(mostAlternatives, alternatives);
        mostPreference = Math.max(mostPreference, statuses.preference(number));
        mostReluctance = Math.max(mostReluctance, statuses.reluctance(number));
        if (bestByLoad < 0 || statuses.load(number) > statuses.load(bestByLoad)) {
          bestByLoad = number;
        }
      }
    }
    if (statuses.hasPulls()) {
      comparePulls();
    }
  }

  /** A separate loop, because every pod pays for the other one and affinity rarely applies. */
  private void comparePulls() {
    for (int number : statuses.order()) {
      if (statuses.fits(number)) {
        leastPull = Math.min(leastPull, statuses.pull(number));
        mostPull = Math.max(mostPull, statuses.pull(number));
      }
    }
  }

  /** Returns the first of the nodes with the highest score. */
  static OptionalInt best(NodeToStatus statuses) {
    return statuses.fitting() == 0 ? OptionalInt.empty() : new NodeScoring(statuses).best();
  }

  private OptionalInt best() {
    if (mostAlternatives == leastAlternatives
        && mostPreference == 0
        && mostReluctance == 0
        && mostPull <= leastPull) {
      return OptionalInt.of(bestByLoad);
    }
    int best = -1;
    long most = Long.MIN_VALUE;
    for (int number : statuses.order()) {
      if (statuses.fits(number)) {
        long score = score(number);
        if (score > most) {
          most = score;
          best = number;
        }
      }
    }
    return OptionalInt.of(best);
  }

  private long score(int number) {
    long score = statuses.load(number);
    if (mostAlternatives > leastAlternatives) {
      long above = statuses.alternatives(number) - leastAlternatives;
      score +=
          DEVICES_WEIGHT
              * (above * PrioritizedListScore.MOST / (mostAlternatives - leastAlternatives));
    }
    if (mostPreference > 0) {
      score +=
          PREFERENCE_WEIGHT
              * (statuses.preference(number) * PrioritizedListScore.MOST / mostPreference);
    }
    if (mostReluctance > 0) {
      long less =
          PrioritizedListScore.MOST
              - statuses.reluctance(number) * PrioritizedListScore.MOST / mostReluctance;
      score += RELUCTANCE_WEIGHT * less;
    }
    if (mostPull > leastPull) {
      // In floating point, as upstream does it: integers would sometimes round differently.
      double share = (double) (statuses.pull(number) - leastPull) / (mostPull - leastPull);
      score += PULL_WEIGHT * (long) (PrioritizedListScore.MOST * share);
    }
    return score;
  }
}
