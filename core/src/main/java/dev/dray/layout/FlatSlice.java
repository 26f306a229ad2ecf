package dev.dray.layout;

import dev.dray.api.resource.ResourceSlice;
import java.util.List;

/** A slice with its devices or counter sets flattened; a slice with counter sets has no devices. */
public record FlatSlice(
    ResourceSlice published, List<FlatDevice> devices, List<FlatCounterSet> counterSets) {
  public FlatSlice {
    devices = List.copyOf(devices);
    counterSets = List.copyOf(counterSets);
  }

  public String name() {
    return published.metadata().name();
  }
}
