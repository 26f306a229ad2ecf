package dev.dray.layout;

/** The origin of a value. */
public sealed interface Origin {

  /** The device, counter set or consumption itself. */
  record Own() implements Origin {}

  /** A mixin that is included. */
  record Mixin(String name) implements Origin {}

  /** A patch by an administrator. */
  record Patch(String name, int priority) implements Origin {}

  /** A taint rule. */
  record TaintRule(String name) implements Origin {}

  /** Returns the origin as text for users. */
  default String text() {
    return switch (this) {
      case Own() -> "own";
      case Mixin(var name) -> "mixin " + name;
      case Patch(var name, int priority) -> "patch %s (priority %d)".formatted(name, priority);
      case TaintRule(var name) -> "taint rule " + name;
    };
  }
}
