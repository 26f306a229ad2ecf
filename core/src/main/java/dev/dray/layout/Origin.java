package dev.dray.layout;

import static java.util.Objects.requireNonNull;

/** Where a value came from. */
public sealed interface Origin {

  /** The device, counter set or consumption has it itself. */
  record Own() implements Origin {}

  /** It is included. */
  record Mixin(String name) implements Origin {
    public Mixin {
      requireNonNull(name, "name");
    }
  }

  /** An administrator's patch decided it. */
  record Patch(String name, int priority) implements Origin {
    public Patch {
      requireNonNull(name, "name");
    }
  }

  /** A rule taints the device. */
  record TaintRule(String name) implements Origin {
    public TaintRule {
      requireNonNull(name, "name");
    }
  }

  /** For people. */
  default String text() {
    return switch (this) {
      case Own() -> "own";
      case Mixin(var name) -> "mixin " + name;
      case Patch(var name, int priority) -> "patch %s (priority %d)".formatted(name, priority);
      case TaintRule(var name) -> "taint rule " + name;
    };
  }
}
