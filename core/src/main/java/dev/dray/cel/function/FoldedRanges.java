package dev.dray.cel.function;

/** The number of characters in the ranges of a class such as {@code [a-z\\x{100}-\\x{200}]}. */
final class FoldedRanges {
  private static final int HEXADECIMAL = 16;

  private final String pattern;
  private final int end;
  private int at;

  private FoldedRanges(String pattern, int start, int end) {
    this.pattern = pattern;
    this.end = end;
    this.at = start;
  }

  /**
   * Returns the width of all ranges between two places of a pattern; at least that, if the pattern
   * is malformed.
   */
  static long width(String pattern, int start, int end) {
    return new FoldedRanges(pattern, start, end).width();
  }

  private long width() {
    var width = 0L;
    while (at < end) {
      var first = character();
      if (at + 1 < end && pattern.charAt(at) == '-') {
        at++;
        width += Math.max(0, character() - first);
      }
    }
    return width;
  }

  private int character() {
    if (pattern.charAt(at) == '\\' && at + 1 < end) {
      return escaped();
    }
    var character = pattern.codePointAt(at);
    at += Character.charCount(character);
    return character;
  }

  private int escaped() {
    var letter = pattern.charAt(at + 1);
    at += 2;
    if (letter != 'x') {
      return letter;
    }
    var braces = at < end && pattern.charAt(at) == '{';
    var close = braces ? pattern.indexOf('}', at) : at + 2;
    if (close < 0 || close > end) {
      return letter;
    }
    var value = hexadecimal(pattern.substring(braces ? at + 1 : at, close));
    at = braces ? close + 1 : close;
    return value;
  }

  /**
   * Returns the value of hexadecimal digits; other characters count as zero, since such a pattern
   * is refused later.
   */
  private static int hexadecimal(String digits) {
    var value = 0;
    for (var place = 0; place < digits.length(); place++) {
      var digit = Character.digit(digits.charAt(place), HEXADECIMAL);
      value = Math.min(Character.MAX_CODE_POINT, value * HEXADECIMAL + Math.max(0, digit));
    }
    return value;
  }
}
