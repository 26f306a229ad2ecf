package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;

/** A rule that taints all devices that its selector matches. */
public record DeviceTaintRule(
    ObjectMeta metadata, DeviceTaintRuleSpec spec, DeviceTaintRuleStatus status)
    implements ApiObject {
  public DeviceTaintRule {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
    requireNonNull(status, "status");
  }

  @Override
  public Kind kind() {
    return Kind.DEVICE_TAINT_RULE;
  }

  @Override
  public DeviceTaintRule withMetadata(ObjectMeta metadata) {
    return new DeviceTaintRule(metadata, spec, status);
  }

  public DeviceTaintRule withSpec(DeviceTaintRuleSpec spec) {
    return new DeviceTaintRule(metadata, spec, status);
  }

  public DeviceTaintRule withStatus(DeviceTaintRuleStatus status) {
    return new DeviceTaintRule(metadata, spec, status);
  }
}
