package dev.dray.api.codec.text;

import dev.dray.api.codec.text.YamlScalars.Resolved;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the plain scalars met last and their meanings: manifests repeat a few words again and
 * again, and each is created and resolved once.
 */
final class Vocabulary {
  private static final int SIZE = 1 << 10;
  private static final int LONGEST = 64;

  private final @Nullable Resolved[] words = new @Nullable Resolved[SIZE];

  /** Returns the meaning of the plain scalar at this place of the source. */
  Resolved plain(String source, int start, int end) {
    if (end - start > LONGEST) {
      return YamlScalars.resolve(source.substring(start, end));
    }
    int slot = slot(source, start, end);
    var known = words[slot];
    if (known != null && isAt(known.text(), source, start, end)) {
      return known;
    }
    var word = source.substring(start, end);
    var resolved = YamlScalars.resolve(word);
    if (resolved.text().equals(word)) {
      words[slot] = resolved;
    }
    return resolved;
  }

  private static boolean isAt(String word, String source, int start, int end) {
    return word.length() == end - start && source.startsWith(word, start);
  }

  private static int slot(String source, int start, int end) {
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + source.charAt(i);
    }
    return (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (SIZE - 1);
  }
}
