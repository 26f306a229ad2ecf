package dev.dray.hardware;

import dev.dray.api.resource.device.Device;
import java.util.List;

/**
 * A device in parts, published with a mixin for each part or with all parts merged.
 *
 * @param own the traits no other device has
 * @param draws its counter consumption
 */
record PlannedDevice(
    String name,
    List<Traits> traits,
    Traits own,
    List<PlannedDraw> draws,
    Allocations allocations) {

  /** The number of claims that may hold the device at a time. */
  enum Allocations {
    ONE,
    MANY
  }

  PlannedDevice {
    traits = List.copyOf(traits);
    draws = List.copyOf(draws);
  }

  Device device(SliceLayout sliceLayout) {
    var traitsOfIt =
        switch (sliceLayout) {
          case MIXINS -> own;
          case FLAT -> traits.stream().reduce(Traits.named(name), Traits::and).and(own);
        };
    var device =
        Device.named(name)
            .withAttributes(traitsOfIt.attributes())
            .withCapacity(traitsOfIt.capacity())
            .withConsumesCounters(
                draws.stream().map(plannedDraw -> plannedDraw.consumption(sliceLayout)).toList());
    if (sliceLayout == SliceLayout.MIXINS) {
      device = device.withIncludes(traits.stream().map(Traits::name).toList());
    }
    return allocations == Allocations.MANY ? device.withMultipleAllocations() : device;
  }
}
