package dev.dray.verify.wire;

import java.util.concurrent.atomic.AtomicInteger;

/** What was found wrong: the first ones are told at once, all are counted. */
public final class Findings {
  private static final int TOLD = 20;
  private final AtomicInteger count = new AtomicInteger();

  @SuppressWarnings(
      "AnnotateFormatMethod") // The annotation is in a library that nothing else needs.
  public void add(String what, Object... details) {
    if (count.incrementAndGet() <= TOLD) {
      System.out.println("WRONG: " + (details.length == 0 ? what : what.formatted(details)));
    }
  }

  public int count() {
    return count.get();
  }

  /** Prints how it ended, and says it as an exit code. */
  public int verdict(String name) {
    System.out.printf("%s: %s%n", name, count() == 0 ? "good" : "%d WRONG".formatted(count()));
    return count() == 0 ? 0 : 1;
  }
}
