package dev.dray.cel.cost;

import dev.dray.cel.value.Failures;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The price of a function's calls, and when it is charged.
 *
 * @param knownBefore whether the price is known before the call
 */
public record Charge(RuntimeCost.Price price, boolean knownBefore) {

  /** Calls a function unless an argument has failed; the call is charged either way. */
  public Value call(Meter meter, Value[] arguments, @Nullable Value failure, Overload body) {
    meter.call();
    if (failure != null) {
      meter.charge(price.of(meter, arguments, failure));
      return failure;
    }
    if (knownBefore) {
      meter.charge(price.of(meter, arguments, Failures.NO_SUCH_OVERLOAD));
      return body.apply(meter, arguments);
    }
    var result = body.apply(meter, arguments);
    meter.charge(price.of(meter, arguments, result));
    return result;
  }
}
