package dev.dray.api.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The feature gates of one component, each on or off. */
public final class Gates {
  private final EnumSet<Gate> enabled;

  private Gates(EnumSet<Gate> enabled) {
    this.enabled = enabled;
  }

  /** Returns the default of every gate. */
  public static Gates defaults() {
    var enabled = EnumSet.noneOf(Gate.class);
    for (var gate : Gate.values()) {
      if (gate.onByDefault()) {
        enabled.add(gate);
      }
    }
    return new Gates(enabled);
  }

  /**
   * Reads values of {@code --feature-gates} such as {@code DRADeviceTaints=false,AllAlpha=true}.
   *
   * <p>As upstream reads them: spaces around a name or a value do not matter, a later value of the
   * same name wins, and a gate that is set by name is not touched by AllAlpha or AllBeta, whichever
   * comes first. Unlike upstream, all mistakes are reported and not only the first.
   */
  public static ParsedGates parse(List<String> values) {
    return parse(values, defaults());
  }

  /** Reads values on top of other defaults, such as those of another release. */
  public static ParsedGates parse(List<String> values, Gates unlessSet) {
    return new GatesParser(unlessSet).read(values);
  }

  /** Returns gates that are all on. */
  public static Gates all() {
    return new Gates(EnumSet.allOf(Gate.class));
  }

  /** Reads a single value of {@code --feature-gates}. */
  public static ParsedGates parse(String value) {
    return parse(List.of(value));
  }

  public boolean enabled(Gate gate) {
    return enabled.contains(gate);
  }

  /** Returns the gates that are on although a gate they depend on is off. */
  public List<GateMistake.DependencyOff> conflicts() {
    var conflicts = new ArrayList<GateMistake.DependencyOff>();
    for (var gate : enabled) {
      var off =
          gate.dependencies().stream()
              .filter(dependency -> !enabled(dependency))
              .sorted(Comparator.comparing(Gate::gateName))
              .toList();
      if (!off.isEmpty()) {
        conflicts.add(new GateMistake.DependencyOff(gate, off));
      }
    }
    return List.copyOf(conflicts);
  }

  /** Returns the same gates with this one on, whatever its lock or dependencies say. */
  public Gates with(Gate gate) {
    var changed = EnumSet.copyOf(enabled);
    changed.add(gate);
    return new Gates(changed);
  }

  /** Returns the same gates with this one off, whatever its lock or dependencies say. */
  public Gates without(Gate gate) {
    var changed = EnumSet.copyOf(enabled);
    changed.remove(gate);
    return new Gates(changed);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Gates that && enabled.equals(that.enabled);
  }

  @Override
  public int hashCode() {
    return enabled.hashCode();
  }

  /**
   * Returns what differs from the defaults, sorted by name, as {@code --feature-gates} takes it.
   */
  @Override
  public String toString() {
    return Arrays.stream(Gate.values())
        .filter(gate -> enabled(gate) != gate.onByDefault())
        .map(gate -> gate.gateName() + "=" + enabled(gate))
        .sorted()
        .collect(Collectors.joining(","));
  }
}
