package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.DeviceClaim;
import java.util.List;

/**
 * All of a pod that decides where it is placed. Pods with equal demands share what was found out.
 *
 * @param asks what its claims ask for that are not allocated yet
 * @param uses from where its allocated claims can be used, unless that is everywhere
 */
record Demand(
    Where where,
    PodAmounts amounts,
    List<DeviceClaim> asks,
    List<Usable> uses,
    ExtendedWants extended) {
  Demand {
    requireNonNull(where, "where");
    requireNonNull(amounts, "amounts");
    requireNonNull(extended, "extended");
    asks = List.copyOf(asks);
    uses = List.copyOf(uses);
  }
}
