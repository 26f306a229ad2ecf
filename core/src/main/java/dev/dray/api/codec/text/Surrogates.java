package dev.dray.api.codec.text;

/** Halves of surrogate pairs, which an escape can write and UTF-8 cannot. */
final class Surrogates {
  private static final char REPLACEMENT = '\ufffd';

  private Surrogates() {}

  /** Returns whether a half has no other half beside it. */
  static boolean hasLone(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPair(text, i)) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  /** Returns the text with U+FFFD for every lone half, as Go reads JSON. */
  static String replaced(String text) {
    if (!hasLone(text)) {
      return text;
    }
    var replaced = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isPair(text, i)) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        replaced.setCharAt(i, REPLACEMENT);
      }
    }
    return replaced.toString();
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }
}
