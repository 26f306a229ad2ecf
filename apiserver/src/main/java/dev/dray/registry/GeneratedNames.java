package dev.dray.registry;

import java.util.random.RandomGenerator;

/** Names for objects that say only what theirs is to begin with. */
final class GeneratedNames {
  /** No vowels, and nothing that looks like something else, so that no words come about. */
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int SUFFIX = 5;
  private static final int LONGEST = 63;

  private GeneratedNames() {}

  static String from(String base, RandomGenerator random) {
    var name = new StringBuilder(base);
    if (name.length() > LONGEST - SUFFIX) {
      name.setLength(LONGEST - SUFFIX);
    }
    for (int i = 0; i < SUFFIX; i++) {
      name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return name.toString();
  }
}
