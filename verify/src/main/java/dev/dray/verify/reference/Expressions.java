package dev.dray.verify.reference;

import dev.dray.api.resource.claim.CelDeviceSelector;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.selector.CelDevice;
import dev.dray.selector.CompileResult;
import dev.dray.selector.CompiledSelector;
import dev.dray.selector.DerivedAttribute;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.Match;
import java.util.List;

/** Evaluates expressions one by one; those of stored objects may use everything. */
final class Expressions {
  private final DeviceExpressions compiler;

  Expressions(DeviceExpressions compiler) {
    this.compiler = compiler;
  }

  /** Whether all selectors say yes, as far as needed; a selector that cannot say fails. */
  Match all(List<DeviceSelector> selectors, CelDevice device) {
    for (var selector : selectors) {
      var match = match(selector, device);
      if (!(match instanceof Match.Yes)) {
        return match;
      }
    }
    return Match.YES;
  }

  private Match match(DeviceSelector selector, CelDevice device) {
    var expression = selector.cel().map(CelDeviceSelector::expression);
    if (expression.isEmpty()) {
      return new Match.Failed("CEL expression empty (unsupported selector type?)");
    }
    return switch (compiler.compileSelector(expression.get())) {
      case CompileResult.Refused<CompiledSelector>(var why) ->
          new Match.Failed("CEL compile error: " + why.message());
      case CompileResult.Compiled<CompiledSelector>(var compiled, _) -> compiled.test(device);
    };
  }

  /** The value of a derived attribute. */
  DeviceAttribute derived(String expression, CelDevice device) {
    return switch (compiler.compileDerivedAttribute(expression)) {
      case CompileResult.Refused<DerivedAttribute>(var why) ->
          throw new FatalProblem("compile derived attribute failed: " + why.message());
      case CompileResult.Compiled<DerivedAttribute>(var compiled, _) ->
          switch (compiled.of(device)) {
            case DerivedAttribute.Derivation.Failed(var message) ->
                throw new FatalProblem("evaluate derived attribute failed: " + message);
            case DerivedAttribute.Derivation.Derived(var value) -> value;
          };
    };
  }
}
