package dev.dray.layout;

import java.util.List;

/**
 * A named value, its origin, and the values it overrides.
 *
 * @param name the name as it is spelt in a plain slice
 * @param instead the values that would count without it, nearest first
 */
public record Sourced<V>(String name, V value, Origin origin, List<Former<V>> instead) {
  public Sourced {
    instead = List.copyOf(instead);
  }

  /** A value that is overridden. */
  public record Former<V>(V value, Origin origin) {}
}
