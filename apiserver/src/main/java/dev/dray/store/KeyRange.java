package dev.dray.store;

import java.util.Comparator;
import java.util.Optional;

/** The order of keys, and the end of the range of keys with a prefix. */
public final class KeyRange {
  private KeyRange() {}

  /**
   * The order by UTF-8 bytes. {@link String#compareTo} goes by UTF-16 units and puts characters
   * beyond the basic plane, whose units are surrogates, before some that are smaller in bytes.
   */
  public static final Comparator<String> ORDER = KeyRange::compare;

  private static int compare(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      char a = one.charAt(i);
      char b = other.charAt(i);
      if (a != b) {
        boolean beyond = Character.isSurrogate(a);
        return beyond == Character.isSurrogate(b) ? a - b : beyond ? 1 : -1;
      }
    }
    return one.length() - other.length();
  }

  /** Returns the first key after all keys with a prefix; empty if no key can come after them. */
  public static Optional<String> end(String prefix) {
    int[] points = prefix.codePoints().toArray();
    for (int last = points.length - 1; last >= 0; last--) {
      if (points[last] < Character.MAX_CODE_POINT) {
        int next = points[last] + 1;
        // UTF-8 has no surrogates: the last character before them is followed by the first behind
        // them.
        int valid = next == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : next;
        return Optional.of(new String(points, 0, last) + Character.toString(valid));
      }
    }
    return Optional.empty();
  }
}
