package dev.dray.controller;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.device.DeviceTaint;
import java.time.Instant;

/** A taint that evicts, with its origin. */
sealed interface Taint extends Comparable<Taint> {
  DeviceTaint taint();

  /** Returns the time since which it applies. */
  Instant since();

  /** The taint of a rule. */
  record OfRule(String rule, String uid, DeviceTaint taint, Instant since) implements Taint {}

  /** A taint published with the device. */
  record Published(DeviceId device, int number, DeviceTaint taint, Instant since)
      implements Taint {}

  /** Orders taints: rules by name, then devices by driver, pool and name. */
  @Override
  default int compareTo(Taint other) {
    return switch (this) {
      case OfRule(var rule, _, _, _) ->
          other instanceof OfRule that ? rule.compareTo(that.rule()) : -1;
      case Published(var device, int number, _, _) ->
          switch (other) {
            case OfRule _ -> 1;
            case Published that -> {
              int byDevice = device.compareTo(that.device());
              yield byDevice != 0 ? byDevice : Integer.compare(number, that.number());
            }
          };
    };
  }
}
