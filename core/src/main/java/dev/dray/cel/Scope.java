package dev.dray.cel;

import org.jspecify.annotations.Nullable;

/** The names that loops around a place have bound there, the innermost first. */
record Scope(String name, Node value, @Nullable Scope outer) {

  static Scope bind(@Nullable Scope outer, String name, Node value) {
    return new Scope(name, value, outer);
  }

  static @Nullable Node find(@Nullable Scope scope, String name) {
    for (var at = scope; at != null; at = at.outer) {
      if (at.name.equals(name)) {
        return at.value;
      }
    }
    return null;
  }
}
