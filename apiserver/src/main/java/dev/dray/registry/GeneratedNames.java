package dev.dray.registry;

import java.util.random.RandomGenerator;

/** The names of objects that have only a {@code generateName}. */
final class GeneratedNames {
  /** No vowels, so that no words come about, and no letters or digits that look alike. */
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
