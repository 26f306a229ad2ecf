package dev.dray.cel.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.dray.api.meta.Parsed;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Regular expressions by RE2, which match in linear time whatever the pattern. */
public final class Patterns {
  private Patterns() {}

  /** Returns upstream's message for a malformed pattern. */
  public static Optional<String> mistake(String pattern) {
    return read(pattern, _ -> {}) instanceof Parsed.Mistake<Compiled>(var message)
        ? Optional.of(message)
        : Optional.empty();
  }

  /**
   * A compiled pattern.
   *
   * @param size the size of the pattern with all repetitions written out
   */
  public record Compiled(Pattern pattern, long size) {}

  /** Compiles a pattern; the effort, in characters, is reported before compilation begins. */
  public static Parsed<Compiled> read(String pattern, LongConsumer effort) {
    var shape = PatternShape.of(pattern);
    if (shape.mistake().isPresent()) {
      return wrong(shape.mistake().get());
    }
    effort.accept(shape.effort());
    try {
      return new Parsed.Value<>(
          new Compiled(Pattern.compile(shape.withoutSecondNames()), shape.size()));
    } catch (PatternSyntaxException e) {
      return wrong(upstream(pattern, e));
    } catch (StackOverflowError _) {
      // Go's stack grows; here the library needs a stack frame for each repetition.
      return wrong("expression nests too deeply: `%s`".formatted(pattern));
    }
  }

  private static Parsed<Compiled> wrong(String what) {
    return new Parsed.Mistake<>("error parsing regexp: " + what);
  }

  private static String upstream(String pattern, PatternSyntaxException e) {
    var part = e.getPattern();
    return "stack underflow".equals(part)
        ? "unexpected ): `%s`".formatted(pattern)
        : "%s: `%s`".formatted(e.getDescription(), part == null ? "" : part);
  }
}
