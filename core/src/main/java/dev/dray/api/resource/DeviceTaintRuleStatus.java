package dev.dray.api.resource;

import dev.dray.api.meta.Condition;
import java.util.List;

/** The progress of an eviction. */
public record DeviceTaintRuleStatus(List<Condition> conditions) {
  public DeviceTaintRuleStatus {
    conditions = List.copyOf(conditions);
  }

  public static final DeviceTaintRuleStatus EMPTY = new DeviceTaintRuleStatus(List.of());
}
