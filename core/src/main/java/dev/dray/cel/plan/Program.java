package dev.dray.cel.plan;

import dev.dray.cel.value.Aborted;
import dev.dray.cel.value.Cancellation;
import dev.dray.cel.value.KeyOrder;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Value;

/** An expression made ready to be evaluated, by any number of threads at a time. */
public final class Program {
  /** What one evaluation may cost, wherever it runs. */
  public static final long COST_LIMIT = 1_000_000;

  private final Interpretable root;
  private final int locals;

  Program(Interpretable root, int locals) {
    this.root = root;
    this.locals = locals;
  }

  /**
   * What came of an evaluation.
   *
   * @param value a failure included
   * @param cost as upstream counts it
   * @param steps what was done beyond that
   */
  public record Evaluation(Value value, long cost, long steps) {}

  public Value evaluate(Variables variables, Cancellation cancellation) {
    return run(variables, new Meter(COST_LIMIT, cancellation), KeyOrder.AS_KEPT);
  }

  /** The same, and tells what it cost. */
  public Evaluation measure(Variables variables, KeyOrder order) {
    var meter = new Meter(COST_LIMIT, Cancellation.NEVER);
    var value = run(variables, meter, order);
    return new Evaluation(value, meter.cost(), meter.steps());
  }

  private Value run(Variables variables, Meter meter, KeyOrder order) {
    try {
      return root.eval(new Frame(variables, meter, order, locals));
    } catch (Aborted aborted) {
      return new Value.ErrorValue(aborted.reason());
    } catch (StackOverflowError _) {
      // The depth of expressions is limited, but the caller's stack may be small.
      return new Value.ErrorValue(Aborted.overLimit().reason());
    }
  }

  /** For what depends on no variable. */
  static Frame constantFrame() {
    return new Frame(
        name -> {
          throw new IllegalStateException("The variable (%s) is no constant.".formatted(name));
        },
        new Meter(COST_LIMIT, Cancellation.NEVER),
        KeyOrder.AS_KEPT,
        0);
  }
}
