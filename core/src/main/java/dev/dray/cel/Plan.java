package dev.dray.cel;

/** A part of an expression on its way to be planned. */
sealed interface Plan {
  Node node();

  /** Known already, and free. */
  record Constant(Value value) implements Plan {
    @Override
    public Node node() {
      return _ -> value;
    }
  }

  /** A path that may still be extended. */
  record Path(Attribute attribute) implements Plan {
    @Override
    public Node node() {
      var resolver = attribute.resolver();
      var cost = attribute.startCost();
      return frame -> {
        var value = resolver.eval(frame);
        frame.meter.charge(cost);
        return value;
      };
    }
  }

  record Step(Node node) implements Plan {}
}
