package dev.dray.selector;

import java.util.function.Function;

/** A compiled expression, or the reason why it was refused. */
public sealed interface CompileResult<T> {

  record Compiled<T>(T value, Checked.Accepted accepted) implements CompileResult<T> {}

  record Refused<T>(Checked.Refused why) implements CompileResult<T> {}

  default Checked checked() {
    return switch (this) {
      case Compiled<T>(_, var accepted) -> accepted;
      case Refused<T>(var why) -> why;
    };
  }

  default <R> CompileResult<R> map(Function<T, R> function) {
    return switch (this) {
      case Compiled<T>(var value, var accepted) -> new Compiled<>(function.apply(value), accepted);
      case Refused<T>(var why) -> new Refused<>(why);
    };
  }
}
