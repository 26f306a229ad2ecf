package dev.dray.cel.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.dray.api.meta.Parsed;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Regular expressions of RE2, which take linear time whatever they are. */
public final class Patterns {
  private Patterns() {}

  /** What upstream would say of a pattern that is none. */
  public static Optional<String> mistake(String pattern) {
    return read(pattern, _ -> {}) instanceof Parsed.Mistake<Compiled>(var message)
        ? Optional.of(message)
        : Optional.empty();
  }

  /**
   * A pattern ready to search with.
   *
   * @param size of what it stands for when its repetitions are written out
   */
  public record Compiled(Pattern pattern, long size) {}

  /** Reads a pattern; what that takes is told before it is begun, in characters. */
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
      // Upstream grows its stack; here the library needs a frame for each repetition.
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
