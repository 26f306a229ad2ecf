package dev.dray.ledger;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device, or one share of it, that a request of a claim holds.
 *
 * <p>{@code consumedCapacity} and {@code requested} are by the shortest spelling of the capacity,
 * {@code consumedCounters} and {@code groups} by counter set, as recorded with the allocation.
 * {@code requested} is the amount the request asks of each device: an amount that was not recorded
 * is computed from it.
 */
public record AllocatedShare(
    Holder holder,
    Optional<String> shareId,
    Map<String, Quantity> consumedCapacity,
    Map<String, Map<String, Quantity>> consumedCounters,
    Map<String, List<String>> groups,
    Map<String, Quantity> requested)
    implements Comparable<AllocatedShare> {
  private static final Comparator<AllocatedShare> ORDER =
      Comparator.comparing(AllocatedShare::holder).thenComparing(share -> share.shareId.orElse(""));

  public AllocatedShare {
    consumedCapacity = FrozenMap.copyOf(consumedCapacity);
    consumedCounters = FrozenMap.copyOf(consumedCounters, FrozenMap::copyOf);
    groups = FrozenMap.copyOf(groups, List::copyOf);
    requested = FrozenMap.copyOf(requested);
  }

  /**
   * Returns the amount a share has of a capacity: as recorded, else as computed from its request.
   */
  public Quantity consumed(String name, DeviceCapacity capacity, CapacityRounding rounding) {
    var recorded = consumedCapacity.get(name);
    return recorded == null ? due(name, capacity, rounding) : recorded;
  }

  /**
   * Returns the amount its request comes to under the policy of a capacity, or of a counter
   * expressed as one.
   */
  Quantity due(String name, DeviceCapacity capacity, CapacityRounding rounding) {
    var asked = requested.get(name);
    if (asked == null) {
      return CapacityRounding.withoutRequest(capacity);
    }
    return switch (rounding.consumed(asked, capacity)) {
      case CapacityRounding.Consumed.Amount(var amount) -> amount;
      // An amount too large to be rounded is more than any device has: nothing is left either way.
      case CapacityRounding.Consumed.NotRepresentable _ -> asked;
    };
  }

  /**
   * Returns the compatibility groups with which it counts in a counter set. Without any record
   * these are the declared ones, as upstream has it: the scheduler that allocated it did not know
   * of records, or the API server dropped them. A share with groups on record has none in the sets
   * it leaves out.
   */
  public List<String> groups(String set, List<String> declared) {
    return groups.isEmpty() ? declared : groups.getOrDefault(set, List.of());
  }

  /** Compares by claim, request and share: the order in which holders are shown. */
  @Override
  public int compareTo(AllocatedShare other) {
    return ORDER.compare(this, other);
  }
}
