package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** A toleration, which lets a request use devices with matching taints. */
public record DeviceToleration(
    String key, String operator, String value, String effect, Optional<Long> tolerationSeconds) {
  public DeviceToleration {
    requireNonNull(key, "key");
    requireNonNull(operator, "operator");
    requireNonNull(value, "value");
    requireNonNull(effect, "effect");
    requireNonNull(tolerationSeconds, "tolerationSeconds");
  }

  public DeviceToleration withOperator(String operator) {
    return new DeviceToleration(key, operator, value, effect, tolerationSeconds);
  }
}
