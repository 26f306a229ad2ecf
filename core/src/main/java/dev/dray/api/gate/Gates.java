package dev.dray.api.gate;

import java.util.EnumSet;

/** Which features are on in one component. */
public final class Gates {
  private final EnumSet<Gate> enabled;

  private Gates(EnumSet<Gate> enabled) {
    this.enabled = enabled;
  }

  /** Every gate as it is unless someone sets it. */
  public static Gates defaults() {
    var enabled = EnumSet.noneOf(Gate.class);
    for (var gate : Gate.values()) {
      if (gate.onByDefault()) {
        enabled.add(gate);
      }
    }
    return new Gates(enabled);
  }

  public boolean enabled(Gate gate) {
    return enabled.contains(gate);
  }

  /** The same with this gate on, whatever its lock or dependencies say. */
  public Gates with(Gate gate) {
    var changed = EnumSet.copyOf(enabled);
    changed.add(gate);
    return new Gates(changed);
  }

  /** The same with this gate off, whatever its lock or dependencies say. */
  public Gates without(Gate gate) {
    var changed = EnumSet.copyOf(enabled);
    changed.remove(gate);
    return new Gates(changed);
  }
}
