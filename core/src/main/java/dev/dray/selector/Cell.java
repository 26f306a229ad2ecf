package dev.dray.selector;

import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.SemanticVersion;
import dev.dray.api.resource.device.DeviceAttribute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of a device; two are equal only if no expression can tell them apart.
 *
 * <p>Most equal cells are the same object, because tables get them from a {@link Schema}. Two cells
 * that are not the same object may still be equal.
 */
abstract sealed class Cell {
  private final int hash;

  /** Computed on first use, without a lock: every thread computes the same. */
  private Failing failing = Failing.UNKNOWN;

  private enum Failing {
    UNKNOWN,
    MAYBE,
    NEVER
  }

  private Cell(int hash) {
    this.hash = hash;
  }

  /** Returns whether every evaluation may fail because of this value. */
  final boolean mayFail() {
    if (failing == Failing.UNKNOWN) {
      failing = hasNoValue() ? Failing.MAYBE : Failing.NEVER;
    }
    return failing == Failing.MAYBE;
  }

  abstract boolean hasNoValue();

  @Override
  public final int hashCode() {
    return hash;
  }

  @Override
  public abstract boolean equals(@Nullable Object other);

  static final class Attribute extends Cell {
    private final DeviceAttribute value;

    Attribute(DeviceAttribute value) {
      super(value.hashCode());
      this.value = value;
    }

    DeviceAttribute value() {
      return value;
    }

    /**
     * Returns whether it may have no value for expressions, which then fail on the device whatever
     * they read. The evaluation decides which of several fields counts and how the failure reads.
     */
    @Override
    boolean hasNoValue() {
      return switch (value) {
        case DeviceAttribute.VersionValue(var text) -> isNoVersion(text);
        case DeviceAttribute.VersionValues(List<String> texts) ->
            texts.stream().anyMatch(Attribute::isNoVersion);
        case DeviceAttribute.Malformed _, DeviceAttribute.NullValue _ -> true;
        case DeviceAttribute.Single _, DeviceAttribute.Listed _ -> false;
      };
    }

    private static boolean isNoVersion(String text) {
      return SemanticVersion.tryParse(text) instanceof Parsed.Mistake;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other || (other instanceof Attribute that && value.equals(that.value));
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /**
   * A capacity. Equal amounts are not enough: {@code 1} and {@code 1000m} differ in {@code
   * isInteger()}, {@code 1e3} and {@code 1k} in nothing.
   */
  static final class Amount extends Cell {
    private static final Quantity ONE = Quantity.of(1, Quantity.Format.DECIMAL_SI);

    private final Quantity quantity;

    Amount(Quantity quantity) {
      super(quantity.hashCode());
      this.quantity = quantity;
    }

    Quantity quantity() {
      return quantity;
    }

    @Override
    boolean hasNoValue() {
      return false;
    }

    /** Returns the scale, which decides the last bit of {@code asApproximateFloat()}. */
    private int scale() {
      return quantity.toBigDecimal().scale();
    }

    /** Returns whether sums with it can be integers: it is then kept as a long. */
    private boolean isCompact() {
      return quantity.subtract(quantity).add(ONE).isInteger();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other || (other instanceof Amount that && isLike(that));
    }

    private boolean isLike(Amount that) {
      return quantity.isWrittenLike(that.quantity)
          || (quantity.equals(that.quantity)
              && scale() == that.scale()
              && quantity.isInteger() == that.quantity.isInteger()
              && isCompact() == that.isCompact());
    }

    @Override
    public String toString() {
      return quantity.toString();
    }
  }
}
