package dev.dray.verify.reference;

import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.SortedMap;

/**
 * A device that the search has taken for a request, and what that costs.
 *
 * @param share whether others may take it too
 * @param charged whether it costs anything: with admin access it does not
 * @param first whether nobody had it before, so that its fixed consumption and its groups count
 * @param consumedCapacity of a share
 * @param drawn of counters, on request
 */
record Taken(
    Wanted wanted,
    Wanted.Offer offer,
    boolean share,
    boolean charged,
    boolean first,
    SortedMap<String, Quantity> consumedCapacity,
    List<Amounts.Drawn> drawn) {

  DeviceName name() {
    return offer.device().name();
  }

  PoolName pool() {
    return offer.pool().name();
  }
}
