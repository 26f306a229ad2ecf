package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The check for mixins that cost bytes for nothing. */
final class MixinLint {
  private static final FieldPath MIXINS = FieldPath.of("spec", "mixins");

  private final ResourceSlice slice;
  private final List<LintFinding> remarks;

  private MixinLint(ResourceSlice slice, List<LintFinding> remarks) {
    this.slice = slice;
    this.remarks = remarks;
  }

  static void look(ResourceSlice slice, List<LintFinding> remarks) {
    if (slice.spec().mixins().isPresent()) {
      new MixinLint(slice, remarks).look();
    }
  }

  private void look() {
    Set<String> ofDevices = new HashSet<>();
    Set<String> ofConsumptions = new HashSet<>();
    Set<String> ofSets = new HashSet<>();
    for (var device : slice.spec().devices()) {
      ofDevices.addAll(device.includes());
      device.consumesCounters().forEach(it -> ofConsumptions.addAll(it.includes()));
    }
    slice.spec().sharedCounters().forEach(it -> ofSets.addAll(it.includes()));
    var mixins = slice.spec().mixins().orElseThrow();
    unused("device", mixins.device(), DeviceMixin::name, ofDevices);
    unused(
        "deviceCounterConsumption",
        mixins.deviceCounterConsumption(),
        DeviceCounterConsumptionMixin::name,
        ofConsumptions);
    unused("counterSet", mixins.counterSet(), CounterSetMixin::name, ofSets);
  }

  private <T> void unused(
      String list, List<T> mixins, Function<T, String> name, Set<String> included) {
    for (int i = 0; i < mixins.size(); i++) {
      if (!included.contains(name.apply(mixins.get(i)))) {
        remarks.add(
            LintFinding.warning(
                    LintRule.UNUSED_MIXIN,
                    ObjectName.of(slice),
                    MIXINS.child(list).index(i).child("name"),
                    "nothing in this slice includes the mixin %s"
                        .formatted(name.apply(mixins.get(i))))
                .hint("mixins only apply to their own slice; remove it, or include it"));
      }
    }
  }
}
