package dev.dray.scheduling;

import java.util.List;

/** What {@link Where} comes to on each node; it does not change while the nodes do not. */
final class Eligibility {
  private final Where where;
  private final List<Site> sites;
  private final boolean[] refused;
  private final int[] preference;
  private final int[] reluctance;

  Eligibility(Where where, List<Site> sites) {
    this.where = where;
    this.sites = sites;
    refused = new boolean[sites.size()];
    preference = new int[sites.size()];
    reluctance = new int[sites.size()];
    var only = where.onlyNode().orElse("");
    for (int i = 0; i < refused.length; i++) {
      if (!only.isEmpty() && !only.equals(sites.get(i).node().name())) {
        refused[i] = true;
        continue;
      }
      refused[i] = where.refusal(sites.get(i)).isPresent();
      preference[i] = where.preference(sites.get(i));
      reluctance[i] = where.reluctance(sites.get(i));
    }
  }

  boolean refused(int site) {
    return refused[site];
  }

  /** Why a node is refused. */
  String reason(int site) {
    return where.refusal(sites.get(site)).orElseThrow();
  }

  int preference(int site) {
    return preference[site];
  }

  int reluctance(int site) {
    return reluctance[site];
  }
}
