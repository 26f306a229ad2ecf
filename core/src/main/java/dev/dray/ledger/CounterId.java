package dev.dray.ledger;

import java.util.Comparator;

/** The name of a counter of a pool, which need not be published. */
public record CounterId(String set, String counter) implements Comparable<CounterId> {
  private static final Comparator<CounterId> ORDER =
      Comparator.comparing(CounterId::set).thenComparing(CounterId::counter);

  @Override
  public int compareTo(CounterId other) {
    return ORDER.compare(this, other);
  }
}
