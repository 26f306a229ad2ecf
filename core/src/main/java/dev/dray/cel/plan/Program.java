package dev.dray.cel.plan;

import dev.dray.cel.value.Aborted;
import dev.dray.cel.value.Cancellation;
import dev.dray.cel.value.KeyOrder;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Value;

/** A planned expression, which any number of threads can evaluate at the same time. */
public final class Program {
  /** The most that one evaluation may cost, wherever it runs. */
  public static final long COST_LIMIT = 1_000_000;

  private final Interpretable root;
  private final int locals;

  Program(Interpretable root, int locals) {
    this.root = root;
    this.locals = locals;
  }

  /**
   * The result of an evaluation.
   *
   * @param value the value, which may be a failure
   * @param cost the cost as upstream counts it
   * @param steps the work as {@link Meter} counts it
   */
  public record Evaluation(Value value, long cost, long steps) {}

  public Value evaluate(Variables variables, Cancellation cancellation) {
    return run(variables, new Meter(COST_LIMIT, cancellation), KeyOrder.AS_KEPT);
  }

  /** Evaluates the expression and measures its cost. */
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

  /** Returns a frame for parts that depend on no variable. */
  static Frame constantFrame() {
    return new Frame(
        name -> {
          throw new IllegalStateException("A constant reads the variable (%s).".formatted(name));
        },
        new Meter(COST_LIMIT, Cancellation.NEVER),
        KeyOrder.AS_KEPT,
        0);
  }
}
