package dev.dray.api.meta;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** A finder of the name that was probably meant by a misspelt one. */
public final class Spelling {
  private static final int LONGEST_COMPARED = 64;

  private Spelling() {}

  /**
   * Returns the known name that differs least, if it differs by little: about a third of its
   * letters.
   */
  public static Optional<String> nearest(String name, Collection<String> known) {
    if (name.length() > LONGEST_COMPARED) {
      return Optional.empty();
    }
    var wanted = name.toLowerCase(Locale.ROOT);
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (var candidate : known) {
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
      if (distance < least) {
        nearest = candidate;
        least = distance;
      }
    }
    return least <= Math.max(1, nearest.length() / 3) ? Optional.of(nearest) : Optional.empty();
  }

  /** Returns the number of letters to insert, remove, replace, or swap with a neighbour. */
  private static int distance(String a, String b) {
    var rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        rows[i][j] = i == 0 ? j : j == 0 ? i : step(rows, a, b, i, j);
      }
    }
    return rows[a.length()][b.length()];
  }

  private static int step(int[][] rows, String a, String b, int i, int j) {
    int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int least = Math.min(rows[i - 1][j - 1] + same, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
  }
}
