package dev.dray.verify.ledger;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A way to make the record of a result say less than is taken, or something else. */
enum Falsehood {
  LESS_CAPACITY {
    @Override
    Optional<DeviceRequestAllocationResult> tell(DeviceRequestAllocationResult honest) {
      return less(honest.consumedCapacity()).map(honest::withConsumedCapacity);
    }
  },
  NO_CAPACITY {
    @Override
    Optional<DeviceRequestAllocationResult> tell(DeviceRequestAllocationResult honest) {
      return honest.consumedCapacity().isEmpty()
          ? Optional.empty()
          : Optional.of(honest.withConsumedCapacity(Map.of()));
    }
  },
  LESS_OF_A_COUNTER {
    @Override
    Optional<DeviceRequestAllocationResult> tell(DeviceRequestAllocationResult honest) {
      for (var set : honest.consumedCounters().entrySet()) {
        var less = less(set.getValue());
        if (less.isPresent()) {
          return Optional.of(with(honest, set.getKey(), less.get()));
        }
      }
      return Optional.empty();
    }
  },
  NOTHING_OF_A_SET {
    @Override
    Optional<DeviceRequestAllocationResult> tell(DeviceRequestAllocationResult honest) {
      return honest.consumedCounters().keySet().stream()
          .findFirst()
          .map(set -> with(honest, set, Map.of()));
    }
  },
  NO_COUNTERS {
    @Override
    Optional<DeviceRequestAllocationResult> tell(DeviceRequestAllocationResult honest) {
      return honest.consumedCounters().isEmpty()
          ? Optional.empty()
          : Optional.of(honest.withConsumedCounters(Map.of()));
    }
  },
  OTHER_GROUPS {
    @Override
    Optional<DeviceRequestAllocationResult> tell(DeviceRequestAllocationResult honest) {
      return honest.compatibilityGroups().keySet().stream()
          .findFirst()
          .map(set -> honest.withCompatibilityGroups(Map.of(set, List.of("other"))));
    }
  };

  /** The same result with the falsehood; empty if there is nothing it could be about. */
  abstract Optional<DeviceRequestAllocationResult> tell(DeviceRequestAllocationResult honest);

  private static Optional<Map<String, Quantity>> less(Map<String, Quantity> amounts) {
    for (var entry : amounts.entrySet()) {
      if (entry.getValue().sign() > 0) {
        var changed = new LinkedHashMap<>(amounts);
        // So little that it is no other amount that would be right.
        changed.put(entry.getKey(), entry.getValue().subtract(Quantity.parse("1n")));
        return Optional.of(changed);
      }
    }
    return Optional.empty();
  }

  private static DeviceRequestAllocationResult with(
      DeviceRequestAllocationResult honest, String set, Map<String, Quantity> amounts) {
    var changed = new LinkedHashMap<>(honest.consumedCounters());
    changed.put(set, amounts);
    return honest.withConsumedCounters(changed);
  }
}
