package dev.dray.cel.plan;

import org.jspecify.annotations.Nullable;

/** The variables that comprehensions bind at a place, innermost first. */
record VariableScope(String name, Interpretable value, @Nullable VariableScope outer) {

  static VariableScope bind(@Nullable VariableScope outer, String name, Interpretable value) {
    return new VariableScope(name, value, outer);
  }

  static @Nullable Interpretable find(@Nullable VariableScope variableScope, String name) {
    for (var at = variableScope; at != null; at = at.outer) {
      if (at.name.equals(name)) {
        return at.value;
      }
    }
    return null;
  }
}
