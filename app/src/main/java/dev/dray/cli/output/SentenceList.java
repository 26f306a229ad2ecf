package dev.dray.cli.output;

import java.util.List;

/** Lists in sentences, cut after a few names. */
public final class SentenceList {
  private static final int MOST = 5;

  private SentenceList() {}

  /** Returns the first few names, and the number of the others. */
  public static String some(List<String> names) {
    return names.size() <= MOST + 1
        ? String.join(", ", names)
        : "%s and %d more"
            .formatted(String.join(", ", names.subList(0, MOST)), names.size() - MOST);
  }

  /** Returns a number with its noun: {@code 1 node}, {@code 2 nodes}. */
  public static String count(long number, String noun) {
    return "%d %s%s".formatted(number, noun, number == 1 ? "" : "s");
  }
}
