package dev.dray.verify.reference;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.verify.reference.ReferenceOutcome.DoesNotFit;
import dev.dray.verify.reference.ReferenceOutcome.Fatal;
import dev.dray.verify.reference.ReferenceOutcome.Fits;
import dev.dray.verify.reference.ReferenceOutcome.NodeLocalFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Outcomes without what may differ: the words of errors, the ids of shares, spellings. */
public final class Outcomes {
  private Outcomes() {}

  /** What two allocators of Dray must agree on. */
  public static ReferenceOutcome comparable(ReferenceOutcome outcome) {
    return switch (outcome) {
      case Fits(var results) -> new Fits(comparable(results));
      case DoesNotFit doesNot -> doesNot;
      case NodeLocalFailure _ -> new NodeLocalFailure("");
      case Fatal _ -> new Fatal("");
    };
  }

  /** What an allocator of Dray and upstream's must agree on: upstream records less. */
  public static ReferenceOutcome comparableWithUpstream(ReferenceOutcome outcome) {
    return comparable(outcome) instanceof Fits(var results)
        ? new Fits(results.stream().map(Outcomes::withoutRecords).toList())
        : comparable(outcome);
  }

  private static List<AllocationResult> comparable(List<AllocationResult> results) {
    int shares = 0;
    var comparable = new ArrayList<AllocationResult>();
    for (var result : results) {
      var devices = new ArrayList<DeviceRequestAllocationResult>();
      for (var device : result.devices().results()) {
        shares += device.shareId().isPresent() ? 1 : 0;
        int number = shares;
        devices.add(comparable(device, device.shareId().map(_ -> String.valueOf(number))));
      }
      comparable.add(
          new AllocationResult(
              result.devices().withResults(devices), result.nodeSelector(), Optional.empty()));
    }
    return comparable;
  }

  private static DeviceRequestAllocationResult comparable(
      DeviceRequestAllocationResult device, Optional<String> share) {
    return new DeviceRequestAllocationResult(
        device.request(),
        device.driver(),
        device.pool(),
        device.device(),
        device.adminAccess(),
        device.tolerations(),
        device.bindingConditions(),
        device.bindingFailureConditions(),
        share,
        shortest(device.consumedCapacity(), device.driver()),
        device.skipNodeOperations(),
        new TreeMap<>(device.compatibilityGroups()),
        new TreeMap<>(device.consumedCounters()));
  }

  private static Map<String, Quantity> shortest(Map<String, Quantity> amounts, String driver) {
    var shortest = new TreeMap<String, Quantity>();
    amounts.forEach((name, it) -> shortest.put(QualifiedName.shortest(name, driver), it));
    return shortest;
  }

  private static AllocationResult withoutRecords(AllocationResult result) {
    return result.withDevices(
        result
            .devices()
            .withResults(
                result.devices().results().stream()
                    .map(it -> it.withCompatibilityGroups(Map.of()).withConsumedCounters(Map.of()))
                    .toList()));
  }
}
