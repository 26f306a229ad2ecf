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
 * The input of commands that print slices again.
 *
 * <p>A server records when a taint was added. No server is involved here, so the output has only
 * the times that were written.
 */
final class LayoutInput {
  private static final Instant NEVER = Instant.EPOCH;

  private LayoutInput() {}

  /**
   * Returns a terminal with a fixed clock, so that taints without a time get one that can be
   * recognized.
   */
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
