package dev.dray.ledger;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device, or one share of it, in the hands of a request.
 *
 * <p>{@code consumedCapacity} and {@code requested} are by the shortest spelling of the capacity,
 * {@code consumedCounters} and {@code groups} by counter set, as recorded with the allocation.
 * {@code requested} is what the request asks of each device; it is kept only where no counters were
 * recorded, since only then they are worked out again.
 */
public record Holding(
    Holder holder,
    Optional<String> shareId,
    Map<String, Quantity> consumedCapacity,
    Map<String, Map<String, Quantity>> consumedCounters,
    Map<String, List<String>> groups,
    Map<String, Quantity> requested)
    implements Comparable<Holding> {
  private static final Comparator<Holding> ORDER =
      Comparator.comparing(Holding::holder).thenComparing(holding -> holding.shareId.orElse(""));

  public Holding {
    requireNonNull(holder, "holder");
    requireNonNull(shareId, "shareId");
    consumedCapacity = FrozenMap.copyOf(consumedCapacity);
    consumedCounters = FrozenMap.copyOf(consumedCounters, FrozenMap::copyOf);
    groups = FrozenMap.copyOf(groups, List::copyOf);
    requested = FrozenMap.copyOf(requested);
  }

  /** By claim, request and share: the order in which holders are shown. */
  @Override
  public int compareTo(Holding other) {
    return ORDER.compare(this, other);
  }
}
