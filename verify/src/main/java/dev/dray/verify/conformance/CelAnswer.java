package dev.dray.verify.conformance;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.value.KeyOrder;
import dev.dray.selector.CelDevice;
import dev.dray.selector.CompileResult;
import dev.dray.selector.CompiledSelector;
import dev.dray.selector.DerivedAttribute;
import dev.dray.selector.DerivedAttribute.Derivation;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.Match;
import java.util.Optional;

/** What was said of an expression and, if it compiles, of a device. */
sealed interface CelAnswer {

  record Refused(String message) implements CelAnswer {}

  /**
   * It compiles.
   *
   * @param estimate the most it can cost
   * @param result what it evaluated to, as text; or nothing if it failed
   * @param failure why it failed; or nothing
   */
  record Ran(Expr expr, long estimate, String result, String failure, Optional<Long> cost)
      implements CelAnswer {
    boolean isTooExpensive() {
      return estimate > DeviceExpressions.COST_LIMIT;
    }
  }

  static CelAnswer ofSelector(DeviceExpressions expressions, String text, CelDevice device) {
    return ofSelector(expressions, text, device, KeyOrder.AS_KEPT);
  }

  /** The same, with maps visited in this order. */
  static CelAnswer ofSelector(
      DeviceExpressions expressions, String text, CelDevice device, KeyOrder order) {
    return switch (expressions.compileSelector(text)) {
      case CompileResult.Refused<CompiledSelector>(var why) -> new Refused(why.message());
      case CompileResult.Compiled<CompiledSelector>(var selector, var accepted) -> {
        var measured = selector.measure(device, order);
        var failure = measured.match() instanceof Match.Failed(var message) ? message : "";
        var result = failure.isEmpty() ? String.valueOf(measured.match() instanceof Match.Yes) : "";
        yield new Ran(
            selector.expr(), accepted.maxCost(), result, failure, Optional.of(measured.cost()));
      }
    };
  }

  static CelAnswer ofAttribute(DeviceExpressions expressions, String text, CelDevice device) {
    return switch (expressions.compileDerivedAttribute(text)) {
      case CompileResult.Refused<DerivedAttribute>(var why) -> new Refused(why.message());
      case CompileResult.Compiled<DerivedAttribute>(var attribute, var accepted) ->
          switch (attribute.of(device)) {
            case Derivation.Derived(var value) ->
                new Ran(
                    attribute.expr(), accepted.maxCost(), value.toString(), "", Optional.empty());
            case Derivation.Failed(var message) ->
                new Ran(attribute.expr(), accepted.maxCost(), "", message, Optional.empty());
          };
    };
  }
}
