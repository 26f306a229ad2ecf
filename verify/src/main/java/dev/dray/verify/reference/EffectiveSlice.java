package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import java.util.List;
import java.util.SortedMap;

/** A slice whose devices and counter sets have what they include. */
record EffectiveSlice(ResourceSlice slice, List<EffectiveDevice> devices, List<Counters> sets) {

  /**
   * A counter set.
   *
   * @param dropped whether it is out of view, for want of a gate or of a mixin
   */
  record Counters(String name, SortedMap<String, Counter> counters, boolean dropped) {}

  ResourceSliceSpec spec() {
    return slice.spec();
  }

  String name() {
    return slice.metadata().name();
  }

  long generation() {
    return spec().pool().generation();
  }

  /** Whether it brings counters and no devices. */
  boolean hasCounters(Rules rules) {
    return rules.on(Gate.DRA_PARTITIONABLE_DEVICES) && !spec().sharedCounters().isEmpty();
  }
}
