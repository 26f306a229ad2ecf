package dev.dray.selector;

import dev.dray.api.gate.Gates;

/** Compiles expressions. */
public final class DeviceExpressions {
  public static final long COST_LIMIT = 1_000_000;
  public static final int MAX_BYTES = 10_240;

  private DeviceExpressions() {}

  public static DeviceExpressions forNew(Gates gates) {
    return new DeviceExpressions();
  }

  public Checked selector(String expression) {
    return new Checked.Accepted(1, "bool");
  }

  public Checked derivedAttribute(String expression) {
    return new Checked.Accepted(1, "string");
  }
}
