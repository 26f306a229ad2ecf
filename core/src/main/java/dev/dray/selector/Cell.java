package dev.dray.selector;

import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.SemanticVersion;
import dev.dray.api.resource.DeviceAttribute;
import java.math.BigDecimal;
import java.util.List;

/** A value of a device; two are equal only if no expression can tell them apart. */
sealed interface Cell {

  record Attribute(DeviceAttribute value) implements Cell {

    /**
     * Whether it may have no value for expressions, which then fail on the device whatever they
     * read. Which of several fields counts and how the failure reads is for the evaluation to say.
     */
    @Override
    public boolean mayFail() {
      return switch (value) {
        case DeviceAttribute.VersionValue(var text) -> isNoVersion(text);
        case DeviceAttribute.VersionValues(List<String> texts) ->
            texts.stream().anyMatch(Attribute::isNoVersion);
        case DeviceAttribute.Malformed _, DeviceAttribute.NullValue _ -> true;
        case DeviceAttribute.IntValue _,
            DeviceAttribute.BoolValue _,
            DeviceAttribute.StringValue _,
            DeviceAttribute.IntValues _,
            DeviceAttribute.BoolValues _,
            DeviceAttribute.StringValues _ ->
            false;
      };
    }

    private static boolean isNoVersion(String text) {
      return SemanticVersion.tryParse(text) instanceof Parsed.Mistake;
    }
  }

  /**
   * A capacity. Equal amounts are not enough: {@code 1} and {@code 1000m} differ in {@code
   * isInteger()}, {@code 1e3} and {@code 1k} in nothing.
   *
   * @param number with its scale, which decides the last bit of {@code asApproximateFloat()}
   * @param whole what {@code isInteger()} says
   * @param compact whether sums with it can be whole; it is kept as a long then
   */
  record Amount(Quantity quantity, BigDecimal number, boolean whole, boolean compact)
      implements Cell {
    private static final Quantity ONE = Quantity.of(1, Quantity.Format.DECIMAL_SI);

    static Amount of(Quantity quantity) {
      return new Amount(
          quantity,
          quantity.toBigDecimal(),
          quantity.isInteger(),
          quantity.subtract(quantity).add(ONE).isInteger());
    }

    @Override
    public boolean mayFail() {
      return false;
    }
  }

  /** Whether every evaluation may fail because of it. */
  boolean mayFail();
}
