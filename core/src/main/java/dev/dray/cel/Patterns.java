package dev.dray.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/** Regular expressions of RE2, which take linear time whatever they are. */
final class Patterns {
  private Patterns() {}

  /** What upstream would say of a pattern that is none. */
  static Optional<String> mistake(String pattern) {
    var shape = PatternShape.of(pattern);
    if (shape.mistake().isPresent()) {
      return shape.mistake().map("error parsing regexp: "::concat);
    }
    try {
      Pattern.compile(shape.withoutSecondNames());
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of("error parsing regexp: " + upstream(pattern, e));
    }
  }

  /**
   * A pattern ready to search with.
   *
   * @param size of what it stands for when its repetitions are written out
   */
  record Compiled(Pattern pattern, long size) {}

  /** A pattern without mistakes. */
  static Compiled compile(String pattern) {
    var shape = PatternShape.of(pattern);
    return new Compiled(Pattern.compile(shape.withoutSecondNames()), shape.size());
  }

  private static String upstream(String pattern, PatternSyntaxException e) {
    var part = e.getPattern();
    return "stack underflow".equals(part)
        ? "unexpected ): `%s`".formatted(pattern)
        : "%s: `%s`".formatted(e.getDescription(), part == null ? "" : part);
  }
}
