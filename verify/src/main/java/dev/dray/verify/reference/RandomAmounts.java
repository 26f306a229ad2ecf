package dev.dray.verify.reference;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.CapacityRequestPolicyRange;
import java.util.List;
import java.util.Optional;

/** Small amounts and all sorts of policies for them. */
final class RandomAmounts {
  private final Dice dice;

  RandomAmounts(Dice dice) {
    this.dice = dice;
  }

  static Quantity of(int units) {
    return Quantity.of(units, Quantity.Format.DECIMAL_SI);
  }

  private static Quantity quarters(int quarters) {
    return Quantity.ofMilli(250L * quarters, Quantity.Format.DECIMAL_SI);
  }

  Quantity between(int least, int most) {
    return of(dice.between(least, most));
  }

  /** What someone may request: mostly a whole number, rarely one that no arithmetic can hold. */
  Quantity requested() {
    if (dice.percent(2)) {
      return Quantity.parse(dice.pick(List.of("9223372036854775807", "9E", "1n", "-1")));
    }
    return dice.percent(25) ? quarters(dice.between(1, 14)) : between(0, 5);
  }

  /** A policy for a capacity of this many units. */
  CapacityRequestPolicy policy(int units) {
    return switch (dice.between(0, 4)) {
      case 0 -> new CapacityRequestPolicy(some(units), List.of(), Optional.empty());
      case 1 -> new CapacityRequestPolicy(Optional.of(of(1)), values(units), Optional.empty());
      case 2 -> ranged(of(1), range(of(1), dice.maybe(50, () -> of(units)), Optional.empty()));
      case 3 ->
          ranged(
              quarters(2),
              range(quarters(2), dice.maybe(50, () -> of(units)), Optional.of(quarters(1))));
      default -> ranged(of(1), range(of(1), dice.maybe(30, () -> of(units)), Optional.of(of(2))));
    };
  }

  private Optional<Quantity> some(int units) {
    return Optional.of(between(0, Math.max(1, units / 2)));
  }

  private List<Quantity> values(int units) {
    return List.of(of(1), of(2), of(Math.max(3, units - 1)));
  }

  private static CapacityRequestPolicy ranged(
      Quantity defaultValue, CapacityRequestPolicyRange range) {
    return new CapacityRequestPolicy(Optional.of(defaultValue), List.of(), Optional.of(range));
  }

  private static CapacityRequestPolicyRange range(
      Quantity min, Optional<Quantity> max, Optional<Quantity> step) {
    return new CapacityRequestPolicyRange(Optional.of(min), max, step);
  }
}
