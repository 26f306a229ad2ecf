package dev.dray.framework.affinity;

/**
 * A term of pod affinity or anti-affinity of a pod, required or preferred.
 *
 * @param weight the weight of a preferred term; 0 for required ones
 */
record AffinityRule(Sort sort, AffinityTerm term, int weight) {
  /** The weight with which required affinity of a pod on a node attracts pods that match it. */
  private static final int WEIGHT_OF_NEAR = 1;

  /** Affinity or anti-affinity, required or ({@code RATHER_}) preferred. */
  enum Sort {
    NEAR,
    APART,
    RATHER_NEAR,
    RATHER_APART
  }

  /**
   * Returns by how much nodes near the pod with this term score higher for a pod that it matches.
   */
  long pull() {
    return switch (sort) {
      case NEAR -> WEIGHT_OF_NEAR;
      case APART -> 0;
      case RATHER_NEAR -> weight;
      case RATHER_APART -> -weight;
    };
  }
}
