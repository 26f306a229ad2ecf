package dev.dray.api.resource.device;

import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The way in which a request for capacity becomes the amount that is charged.
 *
 * <p>A policy with a step counts in whole units, to which everything is rounded up. With the gate
 * {@code DRAFractionalCapacityRange} a range is counted in thousandths where these are exact.
 */
public enum CapacityRounding {
  /** Steps are whole units. */
  WHOLE_UNITS,
  /** Steps are thousandths, if min, max and step are all whole numbers of them. */
  FRACTIONS;

  private static final String NOT_REPRESENTABLE =
      "capacity request cannot be represented in the device's range arithmetic: ";

  /** The result of rounding a request. */
  public sealed interface Consumed {

    record Amount(Quantity amount) implements Consumed {}

    /** The range cannot represent the next step: the allocation cannot succeed. */
    record NotRepresentable(String message) implements Consumed {}
  }

  /**
   * Returns the amount that is charged when nothing is requested: the policy's default, else the
   * whole capacity.
   */
  public static Quantity withoutRequest(DeviceCapacity capacity) {
    return capacity
        .requestPolicy()
        .flatMap(CapacityRequestPolicy::defaultValue)
        .orElse(capacity.value());
  }

  /**
   * Returns the amount that is charged for a request: the next amount that the policy allows. If
   * there is none, the request itself, which then {@linkplain #violates violates} the policy.
   */
  public Consumed consumed(Quantity requested, DeviceCapacity capacity) {
    if (capacity.requestPolicy().isEmpty()) {
      return new Consumed.Amount(requested);
    }
    var policy = capacity.requestPolicy().get();
    var range = policy.validRange();
    if (range.isPresent() && range.get().min().isPresent()) {
      return withinRange(requested, range.get(), range.get().min().get());
    }
    return new Consumed.Amount(nextOf(requested, policy.validValues()));
  }

  /** Returns the charge for a request of zero: the least that the policy allows. */
  public Consumed least(DeviceCapacity capacity) {
    return consumed(Quantity.ZERO, capacity);
  }

  private static Quantity nextOf(Quantity requested, List<Quantity> ascending) {
    for (var valid : ascending) {
      if (requested.compareTo(valid) <= 0) {
        return valid;
      }
    }
    return requested;
  }

  private Consumed withinRange(Quantity requested, CapacityRequestPolicyRange range, Quantity min) {
    if (requested.compareTo(min) < 0) {
      return new Consumed.Amount(min);
    }
    if (range.step().isEmpty() || range.step().get().sign() <= 0) {
      return new Consumed.Amount(requested);
    }
    var step = range.step().get();
    return countsThousandths(range)
        ? inThousandths(requested, min, step)
        : inUnits(requested, min, step);
  }

  private static Consumed inThousandths(Quantity requested, Quantity min, Quantity step) {
    var thousandths = requested.exactMilli();
    if (thousandths.isEmpty()) {
      return notRepresentable("request " + requested + " is not a representable milli value");
    }
    var rounded = nextStep(thousandths.getAsLong(), min.milliValue(), step.milliValue());
    if (rounded.isEmpty()) {
      return tooFar(requested, "the milli-value range");
    }
    long amount = rounded.getAsLong();
    return new Consumed.Amount(
        amount % 1000 == 0
            ? Quantity.of(amount / 1000, step.format())
            : Quantity.ofMilli(amount, step.format()));
  }

  private static Consumed inUnits(Quantity requested, Quantity min, Quantity step) {
    if (requested.compareTo(Quantity.of(Long.MAX_VALUE, step.format())) > 0) {
      return notRepresentable("request " + requested + " exceeds MaxInt64");
    }
    var rounded = nextStep(requested.value(), min.value(), step.value());
    return rounded.isPresent()
        ? new Consumed.Amount(Quantity.of(rounded.getAsLong(), step.format()))
        : tooFar(requested, "MaxInt64");
  }

  /**
   * Returns the least of min, min + step, min + 2 step… that is not below the request, if it fits a
   * long.
   */
  private static OptionalLong nextStep(long requested, long min, long step) {
    // The request is not below min, so the unsigned distance is right even if it does not fit a
    // long.
    long above = requested - min;
    long past = Long.remainderUnsigned(above, step);
    if (past == 0) {
      return OptionalLong.of(requested);
    }
    long missing = step - past;
    return requested > Long.MAX_VALUE - missing
        ? OptionalLong.empty()
        : OptionalLong.of(requested + missing);
  }

  private static Consumed tooFar(Quantity requested, String limit) {
    return notRepresentable(
        "rounding request " + requested + " up to the next step passes " + limit);
  }

  private static Consumed notRepresentable(String reason) {
    return new Consumed.NotRepresentable(NOT_REPRESENTABLE + reason);
  }

  /** Returns whether the policy forbids charging an amount: the device is then no candidate. */
  public boolean violates(Quantity amount, CapacityRequestPolicy policy) {
    if (policy.defaultValue().isPresent() && amount.isWrittenLike(policy.defaultValue().get())) {
      return false;
    }
    if (policy.validRange().isPresent()) {
      return isOutside(amount, policy.validRange().get());
    }
    return !policy.validValues().isEmpty() && !policy.validValues().contains(amount);
  }

  private boolean isOutside(Quantity amount, CapacityRequestPolicyRange range) {
    if (range.max().isPresent() && amount.compareTo(range.max().get()) > 0) {
      return true;
    }
    if (range.step().isEmpty() || range.step().get().sign() <= 0) {
      return false;
    }
    var step = range.step().get();
    var min = range.min().orElse(Quantity.ZERO);
    if (!countsThousandths(range)) {
      return (amount.value() - min.value()) % step.value() != 0;
    }
    var thousandths = amount.exactMilli();
    return thousandths.isEmpty()
        || (thousandths.getAsLong() - min.milliValue()) % step.milliValue() != 0;
  }

  /**
   * Returns the largest amount that the policy allows and that does not exceed {@code left}; empty
   * if there is none.
   */
  public Optional<Quantity> largestWithin(Quantity left, Optional<CapacityRequestPolicy> policy) {
    if (left.sign() <= 0) {
      return Optional.empty();
    }
    if (policy.isPresent() && policy.get().validRange().isPresent()) {
      return largestWithin(left, policy.get().validRange().get());
    }
    var values = policy.map(CapacityRequestPolicy::validValues).orElse(List.of());
    return values.isEmpty()
        ? Optional.of(left)
        : values.stream().filter(value -> value.compareTo(left) <= 0).max(Quantity::compareTo);
  }

  private Optional<Quantity> largestWithin(Quantity left, CapacityRequestPolicyRange range) {
    var top = range.max().filter(max -> max.compareTo(left) < 0).orElse(left);
    if (range.min().isEmpty()) {
      return Optional.of(top);
    }
    var min = range.min().get();
    if (top.compareTo(min) < 0) {
      return Optional.empty();
    }
    if (range.step().isEmpty() || range.step().get().sign() <= 0) {
      return Optional.of(top);
    }
    return lastStep(top, min, range.step().get(), countsThousandths(range));
  }

  /** Returns the greatest of min, min + step, min + 2 step… that is not above the top. */
  private static Optional<Quantity> lastStep(
      Quantity top, Quantity min, Quantity step, boolean thousandths) {
    var scaled = thousandths ? top.toBigDecimal().movePointRight(3) : top.toBigDecimal();
    var whole = scaled.toBigInteger();
    if (whole.bitLength() >= Long.SIZE) {
      return Optional.of(top);
    }
    long first = thousandths ? min.milliValue() : min.value();
    long each = thousandths ? step.milliValue() : step.value();
    long above = whole.longValue() - first;
    if (above < 0) {
      return Optional.empty();
    }
    long amount = first + above / each * each;
    return Optional.of(
        thousandths && amount % 1000 != 0
            ? Quantity.ofMilli(amount, step.format())
            : Quantity.of(thousandths ? amount / 1000 : amount, step.format()));
  }

  /** Returns whether a range is counted in thousandths, and not in whole units. */
  public boolean countsThousandths(CapacityRequestPolicyRange range) {
    return this == FRACTIONS
        && isExact(range.min())
        && isExact(range.max())
        && isExact(range.step())
        && range.step().map(step -> step.sign() > 0).orElse(true);
  }

  private static boolean isExact(Optional<Quantity> bound) {
    return bound.isEmpty() || bound.get().exactMilli().isPresent();
  }
}
