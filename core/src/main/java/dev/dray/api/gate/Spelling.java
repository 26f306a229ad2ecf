package dev.dray.api.gate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt word was probably meant to be. */
final class Spelling {
  private Spelling() {}

  /** The first of the closest words, unless even that needs a third of its letters changed. */
  static Optional<String> nearest(String word, List<String> known) {
    Optional<String> nearest = Optional.empty();
    int least = Integer.MAX_VALUE;
    for (var candidate : known) {
      int distance = distance(lower(word), lower(candidate));
      if (distance < least && distance * 3 < candidate.length()) {
        nearest = Optional.of(candidate);
        least = distance;
      }
    }
    return nearest;
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /** How many letters must be inserted, removed or replaced (Levenshtein). */
  private static int distance(String from, String to) {
    var previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      var current = new int[to.length() + 1];
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
