package dev.dray.inventory;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSlicePatchSpec;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;

/**
 * A value that equals another only if it is also written the same way.
 *
 * <p>Quantities are equal by amount, but their notation shows in results and decides whether a
 * request is a policy's default. One object may stand for two devices only if nobody can tell the
 * difference.
 *
 * @param notation every quantity in the value, as it is written
 */
record ExactlyWritten<T>(T value, String notation) {

  static ExactlyWritten<Device> of(Device device) {
    var notation = new Notation();
    notation.capacity(device.capacity());
    device.consumesCounters().forEach(each -> notation.counters(each.counters()));
    if (!device.nodeAllocatableResources().isEmpty()) {
      notation.text.append(device.nodeAllocatableResources());
    }
    return new ExactlyWritten<>(device, notation.text.toString());
  }

  static ExactlyWritten<ResourceSliceMixins> of(ResourceSliceMixins mixins) {
    var notation = new Notation();
    mixins.device().forEach(each -> notation.capacity(each.capacity()));
    mixins.deviceCounterConsumption().forEach(each -> notation.counters(each.counters()));
    mixins.counterSet().forEach(each -> notation.counters(each.counters()));
    return new ExactlyWritten<>(mixins, notation.text.toString());
  }

  static ExactlyWritten<List<CounterSet>> of(List<CounterSet> sets) {
    var notation = new Notation();
    sets.forEach(each -> notation.counters(each.counters()));
    return new ExactlyWritten<>(sets, notation.text.toString());
  }

  static ExactlyWritten<Effect.Content> of(Effect.Content content) {
    var notation = new Notation();
    notation.capacity(content.capacity());
    return new ExactlyWritten<>(content, notation.text.toString());
  }

  static ExactlyWritten<ResourceSlicePatchSpec> of(ResourceSlicePatchSpec spec) {
    var notation = new Notation();
    notation.capacity(spec.devices().capacity());
    return new ExactlyWritten<>(spec, notation.text.toString());
  }

  /** Returns whether the devices are the same and written the same way. */
  static boolean same(List<Device> devices, List<Device> others) {
    if (!devices.equals(others)) {
      return false;
    }
    for (int i = 0; i < devices.size(); i++) {
      if (!of(devices.get(i)).notation().equals(of(others.get(i)).notation())) {
        return false;
      }
    }
    return true;
  }

  /** A collector of quantities. */
  private static final class Notation {
    private final StringBuilder text = new StringBuilder();

    void capacity(Map<String, DeviceCapacity> capacity) {
      capacity.forEach(
          (name, each) -> {
            text.append(name).append('=');
            add(each.value());
            each.requestPolicy().ifPresent(this::policy);
          });
    }

    void counters(Map<String, Counter> counters) {
      counters.forEach(
          (name, each) -> {
            text.append(name).append('=');
            each.value().ifPresent(this::add);
            each.requestPolicy().ifPresent(this::policy);
          });
    }

    private void policy(CapacityRequestPolicy policy) {
      policy.defaultValue().ifPresent(this::add);
      policy.validValues().forEach(this::add);
      policy
          .validRange()
          .ifPresent(
              range -> {
                range.min().ifPresent(this::add);
                range.max().ifPresent(this::add);
                range.step().ifPresent(this::add);
              });
    }

    private void add(Quantity quantity) {
      text.append(quantity).append(' ');
    }
  }
}
