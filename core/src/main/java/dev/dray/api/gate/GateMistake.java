package dev.dray.api.gate;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A mistake in {@code --feature-gates}, with advice on what to write instead. */
public sealed interface GateMistake {

  /** A name that no gate has. */
  record Unrecognized(String name, Optional<String> nearest) implements GateMistake {}

  /** A name without {@code =true} or {@code =false}. */
  record MissingValue(String name) implements GateMistake {}

  record NotBoolean(String name, String value) implements GateMistake {}

  /** An attempt to switch a gate that can no longer be switched. */
  record Locked(Gate gate) implements GateMistake {}

  /** A gate that is on although these gates it depends on are off. */
  record DependencyOff(Gate gate, List<Gate> disabled) implements GateMistake {
    public DependencyOff {
      disabled = List.copyOf(disabled);
    }
  }

  /** Returns what is wrong, in upstream's words, and on a second line what to do. */
  default String message() {
    return switch (this) {
      case Unrecognized(var name, var nearest) ->
          "unrecognized feature gate: " + name + "\n" + advice(nearest);
      case MissingValue(var name) ->
          "missing bool value for %s\nMaybe write %s=true.".formatted(name, name);
      case NotBoolean(var name, var value) ->
          "invalid value of %s=%s: not a boolean\nMaybe write true or false."
              .formatted(name, value);
      case Locked(var gate) ->
          "cannot set feature gate %s to %b, feature is locked to %b\nMaybe leave it out."
              .formatted(gate.gateName(), !gate.onByDefault(), gate.onByDefault());
      case DependencyOff(var gate, var disabled) ->
          "%s is enabled, but depends on features that are disabled: [%s]\n%s"
              .formatted(gate.gateName(), joined(disabled, "", " "), advice(gate, disabled));
    };
  }

  private static String advice(Optional<String> nearest) {
    return nearest
        .map(name -> "Maybe you meant %s.".formatted(name))
        .orElse("Maybe look it up in the list that --help prints.");
  }

  private static String advice(Gate gate, List<Gate> disabled) {
    return "Maybe set %s=false too, or else %s."
        .formatted(gate.gateName(), joined(disabled, "=true", ","));
  }

  private static String joined(List<Gate> gates, String suffix, String separator) {
    return gates.stream()
        .map(gate -> gate.gateName() + suffix)
        .collect(Collectors.joining(separator));
  }
}
