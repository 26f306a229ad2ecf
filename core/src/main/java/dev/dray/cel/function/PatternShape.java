package dev.dray.cel.function;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The limits on regular expressions that the library does not check: how often nested repetitions
 * multiply, how deep groups nest and whether group names repeat.
 *
 * <p>Without these limits a few characters can ask for a program of any size.
 */
final class PatternShape {
  private static final long MOST_REPEATS = 1_000;
  private static final int DEEPEST = 1_000;

  /**
   * The largest size, in characters after all repetitions; upstream allows about ten times as much.
   */
  private static final long LARGEST = 250_000;

  /**
   * The largest effort to compile, in characters of the same work: about a hundred classes of
   * letters.
   */
  private static final long HARDEST = 1_000_000;

  /** The effort for a class named by a property of characters, which has hundreds of ranges. */
  private static final long NAMED_CLASS = 100;

  private static final long NAMED_CLASS_IN_ANY_CASE = 4_000;

  /** The effort for a character of a range if case is ignored: every one is looked up. */
  private static final long CHARACTER_IN_ANY_CASE = 16;

  private static final Pattern ANY_CASE = Pattern.compile("\\(\\?[a-zA-Z]*i");
  private static final Pattern REPEAT = Pattern.compile("\\{([0-9]{1,9})(,([0-9]{1,9})?)?\\}");
  private static final Pattern NAME = Pattern.compile("\\(\\?P?<(\\w+)>");

  private final String pattern;
  private final StringBuilder renamed = new StringBuilder();
  private final Set<String> names = new HashSet<>();
  private final Deque<Group> groups = new ArrayDeque<>();
  private Optional<String> mistake = Optional.empty();
  private final boolean anyCase;
  private long classes;
  private int at;

  private PatternShape(String pattern) {
    this.pattern = pattern;
    this.anyCase = ANY_CASE.matcher(pattern).find();
    groups.push(new Group());
  }

  /**
   * An open group: its size so far, and the size of its last part, which a repetition multiplies.
   */
  private static final class Group {
    private long size;
    private Part last = new Part(0, 1);
    private long repeats = 1;

    private void add(Part part) {
      size += last.size;
      last = part;
      repeats = Math.max(repeats, part.repeats);
    }

    private Part close() {
      return new Part(size + last.size + 2, repeats);
    }
  }

  private record Part(long size, long repeats) {
    Part times(long count) {
      return new Part(size * Math.max(1, count), repeats * count);
    }
  }

  static PatternShape of(String pattern) {
    var shape = new PatternShape(pattern);
    shape.scan();
    return shape;
  }

  Optional<String> mistake() {
    return mistake;
  }

  /**
   * Returns the pattern without names of groups that an earlier group has; upstream allows such
   * names.
   */
  String withoutSecondNames() {
    return renamed.toString();
  }

  /** Returns the size in characters, after all repetitions. */
  long size() {
    return total();
  }

  /** Returns the effort to compile, in characters of the same work. */
  long effort() {
    return total() + classes;
  }

  private void scan() {
    while (at < pattern.length() && mistake.isEmpty()) {
      switch (pattern.charAt(at)) {
        case '\\' -> escape();
        case '[' -> characterClass();
        case '(' -> open();
        case ')' -> close();
        case '{' -> repeat();
        default -> take(1, new Part(1, 1));
      }
    }
    if (mistake.isEmpty() && (total() > LARGEST || effort() > HARDEST)) {
      mistake = Optional.of("expression too large: `%s`".formatted(pattern));
    }
  }

  private long total() {
    return groups.stream().mapToLong(group -> group.size + group.last.size).sum();
  }

  private void take(int length, Part part) {
    var end = Math.min(pattern.length(), at + length);
    renamed.append(pattern, at, end);
    groups.element().add(part);
    at = end;
  }

  private void escape() {
    if (!pattern.startsWith("\\Q", at)) {
      countNamedClass(at);
      take(2, new Part(1, 1));
      return;
    }
    var end = pattern.indexOf("\\E", at);
    var length = (end < 0 ? pattern.length() : end + 2) - at;
    take(length, new Part(length, 1));
  }

  private void characterClass() {
    var end = at + 1;
    if (end < pattern.length() && pattern.charAt(end) == '^') {
      end++;
    }
    if (end < pattern.length() && pattern.charAt(end) == ']') {
      end++;
    }
    while (end < pattern.length() && pattern.charAt(end) != ']') {
      var named = pattern.startsWith("[:", end) ? pattern.indexOf(":]", end) : -1;
      if (named > 0) {
        end = named + 2;
      } else if (pattern.charAt(end) == '\\') {
        countNamedClass(end);
        end += 2;
      } else {
        end++;
      }
    }
    if (anyCase) {
      classes +=
          CHARACTER_IN_ANY_CASE * FoldedRanges.width(pattern, at, Math.min(end, pattern.length()));
    }
    take(end + 1 - at, new Part(1, 1));
  }

  private void countNamedClass(int escape) {
    if (escape + 1 < pattern.length() && "pP".indexOf(pattern.charAt(escape + 1)) >= 0) {
      classes += anyCase ? NAMED_CLASS_IN_ANY_CASE : NAMED_CLASS;
    }
  }

  private void open() {
    var name = NAME.matcher(pattern).region(at, pattern.length());
    if (name.lookingAt()) {
      renamed.append(names.add(name.group(1)) ? name.group() : "(");
      at = name.end();
    } else {
      renamed.append('(');
      at++;
    }
    groups.push(new Group());
    if (groups.size() > DEEPEST) {
      mistake = Optional.of("expression nests too deeply: `%s`".formatted(pattern));
    }
  }

  private void close() {
    renamed.append(')');
    at++;
    if (groups.size() > 1) {
      var part = groups.pop().close();
      groups.element().add(part);
    }
  }

  private void repeat() {
    var repeat = REPEAT.matcher(pattern).region(at, pattern.length());
    if (!repeat.lookingAt()) {
      take(1, new Part(1, 1));
      return;
    }
    var count = Long.parseLong(repeat.group(repeat.group(3) == null ? 1 : 3));
    var group = groups.element();
    group.last = group.last.times(count);
    group.repeats = Math.max(group.repeats, group.last.repeats);
    if (group.last.repeats > MOST_REPEATS) {
      mistake = Optional.of("invalid repeat count: `%s`".formatted(repeat.group()));
    }
    renamed.append(repeat.group());
    at = repeat.end();
  }
}
