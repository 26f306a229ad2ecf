package dev.dray.verify.reference;

/**
 * A behaviour of upstream that a decision or a listed deviation settles otherwise.
 *
 * <p>Of the quirks that the decisions name, Q3 (a crash), Q6 (a claim that is known twice) and Q8
 * (a cache that outlives a generation) cannot be seen in one attempt.
 */
public enum Quirk {
  /** Names are compared as written; of two spellings expressions see the qualified one. */
  NAMES_AS_WRITTEN("decisions 3, 4"),
  /** Names are compared as written; of two spellings expressions see the short one. */
  NAMES_AS_WRITTEN_SHORT_FIRST("decisions 3, 4"),
  /** The groups of allocated devices are read from the slices, not from the claims. */
  GROUPS_FROM_SLICES("decision 13"),
  /** While the gate for groups is off, slices in which a device has groups are not there. */
  GROUPED_SLICES_IGNORED("decision 14"),
  /** Expressions are evaluated on devices of other nodes too. */
  NODE_MATCH_LAST("decision 26 (Q2)"),
  /** Requests with admin access are checked and charged like others. */
  ADMIN_CHARGED("decision 26 (Q4), 27"),
  /** Shares of a device that can no longer be shared do not count. */
  STALE_SHARES_IGNORED("decision 26 (Q5)"),
  /** A counter with less than nothing left blocks all devices that consume any counter. */
  ALL_COUNTERS_COMPARED("decision 26 (Q7)"),
  /** A request or alternative that no API server has given an allocation mode ends the attempt. */
  NO_MODE_BY_DEFAULT("docs/deviations.md (allocationMode)");

  private final String decision;

  Quirk(String decision) {
    this.decision = decision;
  }

  /** The decision that Dray follows instead, or the page that says why it differs. */
  public String decision() {
    return decision;
  }
}
