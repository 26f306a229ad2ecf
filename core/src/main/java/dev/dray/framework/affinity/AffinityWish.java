package dev.dray.framework.affinity;

import static java.util.Objects.requireNonNull;

/**
 * What a pod wants of pods around it.
 *
 * @param weight how much it wants that; of no account if it must be
 */
record AffinityWish(Sort sort, AffinityTerm term, int weight) {
  /** What a pod that must be near others does for others that they might be near to. */
  private static final int WEIGHT_OF_NEAR = 1;

  /** To be near or away from them; at any rate, or if possible. */
  enum Sort {
    NEAR,
    APART,
    RATHER_NEAR,
    RATHER_APART
  }

  AffinityWish {
    requireNonNull(sort, "sort");
    requireNonNull(term, "term");
  }

  /** By how much places near to the pod that wishes are better for a pod that is meant. */
  long pull() {
    return switch (sort) {
      case NEAR -> WEIGHT_OF_NEAR;
      case APART -> 0;
      case RATHER_NEAR -> weight;
      case RATHER_APART -> -weight;
    };
  }
}
