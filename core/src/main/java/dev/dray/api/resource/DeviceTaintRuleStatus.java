package dev.dray.api.resource;

import dev.dray.api.meta.Condition;
import java.util.List;

/** How far an eviction has come. */
public record DeviceTaintRuleStatus(List<Condition> conditions) {
  public DeviceTaintRuleStatus {
    conditions = List.copyOf(conditions);
  }

  public static final DeviceTaintRuleStatus EMPTY = new DeviceTaintRuleStatus(List.of());
}
