package dev.dray.selector;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.plan.Program;
import dev.dray.cel.value.Cancellation;
import dev.dray.cel.value.KeyOrder;
import dev.dray.cel.value.NativeConversion;
import dev.dray.cel.value.Value;

/** An expression that selects devices; for any number of threads. */
public final class CompiledSelector implements DeviceTest {
  private final Expr expr;
  private final Program program;

  CompiledSelector(Expr expr, Program program) {
    this.expr = expr;
    this.program = program;
  }

  /**
   * The answer for a device, with what it took to evaluate.
   *
   * @param cost as upstream counts it
   * @param steps the work that upstream does not count
   */
  public record Measured(Match match, long cost, long steps) {}

  /** Returns the checked expression. */
  public Expr expr() {
    return expr;
  }

  @Override
  public Match test(CelDevice device) {
    return test(device, Cancellation.NEVER);
  }

  /** Tests a device until the signal asks to stop; short loops are finished first. */
  public Match test(CelDevice device, Cancellation cancellation) {
    var values = new DeviceValues(device);
    var mistake = values.mistake();
    return mistake.isPresent()
        ? new Match.Failed(mistake.get())
        : match(program.evaluate(values, cancellation));
  }

  public Measured measure(CelDevice device) {
    return measure(device, KeyOrder.AS_KEPT);
  }

  /** Evaluates and measures, visiting maps in the given order. */
  public Measured measure(CelDevice device, KeyOrder order) {
    var values = new DeviceValues(device);
    var mistake = values.mistake();
    if (mistake.isPresent()) {
      return new Measured(new Match.Failed(mistake.get()), 0, 0);
    }
    var evaluation = program.measure(values, order);
    return new Measured(match(evaluation.value()), evaluation.cost(), evaluation.steps());
  }

  private static Match match(Value value) {
    return switch (NativeConversion.toBool(value)) {
      case NativeConversion.Truth(var truth) -> truth ? Match.YES : Match.NO;
      case NativeConversion.Impossible(var message) -> new Match.Failed(message);
    };
  }
}
