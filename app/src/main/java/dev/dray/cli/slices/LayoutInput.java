package dev.dray.cli.slices;

import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.cli.output.Terminal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Objects for commands that print slices again.
 *
 * <p>A server notes when a taint was added. No server was asked here, so that what is printed has
 * only the times that were written.
 */
final class LayoutInput {
  private static final Instant NEVER = Instant.EPOCH;

  private LayoutInput() {}

  /** A terminal in which taints without a time get one that can be told from all others. */
  static Terminal timeless(Terminal terminal) {
    return terminal.withClock(Clock.fixed(NEVER, ZoneOffset.UTC));
  }

  static List<ResourceSlice> withoutMadeUpTimes(List<ResourceSlice> slices) {
    return slices.stream().map(LayoutInput::withoutMadeUpTimes).toList();
  }

  static List<DeviceTaintRule> rulesWithoutMadeUpTimes(List<DeviceTaintRule> rules) {
    return rules.stream()
        .map(rule -> rule.withSpec(rule.spec().withTaint(timed(rule.spec().taint()))))
        .toList();
  }

  private static ResourceSlice withoutMadeUpTimes(ResourceSlice slice) {
    var spec = slice.spec();
    return slice.withSpec(
        spec.withDeviceList(
            spec.deviceList().map(it -> it.stream().map(LayoutInput::timed).toList())));
  }

  private static Device timed(Device device) {
    return device.taints().isEmpty()
        ? device
        : device.withTaints(device.taints().stream().map(LayoutInput::timed).toList());
  }

  private static DeviceTaint timed(DeviceTaint taint) {
    return taint.timeAdded().equals(Optional.of(NEVER))
        ? new DeviceTaint(taint.key(), taint.value(), taint.effect(), Optional.empty())
        : taint;
  }
}
