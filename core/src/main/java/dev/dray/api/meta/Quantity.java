package dev.dray.api.meta;

import java.math.BigDecimal;

/** An exact amount, written as Kubernetes writes it. */
public record Quantity(BigDecimal number) implements Comparable<Quantity> {
  public static final Quantity ZERO = new Quantity(BigDecimal.ZERO);

  /** Parses, or throws {@link IllegalArgumentException} with upstream's words. */
  public static Quantity parse(String text) {
    return new Quantity(new BigDecimal(text));
  }

  @Override
  public int compareTo(Quantity other) {
    return number.compareTo(other.number);
  }
}
