package dev.dray.layout;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A named value, where it came from, and what it took the place of.
 *
 * @param name as it stands in a plain slice
 * @param instead the values that would count without it, nearest first
 */
public record Sourced<V>(String name, V value, Origin origin, List<Former<V>> instead) {
  public Sourced {
    requireNonNull(name, "name");
    requireNonNull(value, "value");
    requireNonNull(origin, "origin");
    instead = List.copyOf(instead);
  }

  /** A value that does not count any more. */
  public record Former<V>(V value, Origin origin) {
    public Former {
      requireNonNull(value, "value");
      requireNonNull(origin, "origin");
    }
  }
}
