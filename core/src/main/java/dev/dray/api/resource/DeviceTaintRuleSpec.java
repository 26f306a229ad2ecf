package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.device.DeviceTaint;
import java.util.Optional;

/** The devices to taint, and the taint. Without a selector the rule matches every device. */
public record DeviceTaintRuleSpec(Optional<DeviceTaintSelector> deviceSelector, DeviceTaint taint) {
  public DeviceTaintRuleSpec {
    requireNonNull(deviceSelector, "deviceSelector");
    requireNonNull(taint, "taint");
  }

  public DeviceTaintRuleSpec withTaint(DeviceTaint taint) {
    return new DeviceTaintRuleSpec(deviceSelector, taint);
  }
}
