package dev.dray.cel.plan;

import dev.dray.cel.value.Value;

/** A part of an expression while its surroundings are being planned. */
sealed interface Plan {
  Interpretable node();

  /** A value that is known before evaluation and free of charge. */
  record Constant(Value value) implements Plan {
    @Override
    public Interpretable node() {
      return _ -> value;
    }
  }

  /** A path that can still be extended. */
  record Path(Attribute attribute) implements Plan {
    @Override
    public Interpretable node() {
      var resolver = attribute.resolver();
      var cost = attribute.startCost();
      return frame -> {
        var value = resolver.eval(frame);
        frame.meter.charge(cost);
        return value;
      };
    }
  }

  record Step(Interpretable node) implements Plan {}
}
