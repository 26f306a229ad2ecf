package dev.dray.selector;

import dev.dray.cel.Compilation;
import dev.dray.cel.Environment;
import dev.dray.cel.frontend.Expr;
import dev.dray.cel.value.Type;
import dev.dray.selector.DeviceVariable.AllowMultiple;
import java.util.List;
import java.util.TreeMap;

/** Expressions compiled for tests, as stored expressions are. */
final class Compiled {
  private static final Environment ENVIRONMENT = environment();
  private static final DeviceExpressions STORED = DeviceExpressions.forStored();

  private Compiled() {}

  private static Environment environment() {
    var device = new DeviceVariable(Type.DYN, AllowMultiple.VISIBLE);
    var variables = new TreeMap<String, Type>();
    variables.put(DeviceVariable.NAME, device.struct().type());
    return Environment.of(
        List.of(device.struct()), variables, device, List.of(Environment.Extra.INCLUDES));
  }

  static Expr expr(String text) {
    return switch (ENVIRONMENT.compile(text)) {
      case Compilation.Compiled compiled -> compiled.expr();
      case Compilation.Invalid(var message) -> throw new IllegalArgumentException(message);
      case Compilation.Unplannable(_, var message) -> throw new IllegalArgumentException(message);
    };
  }

  static ReadSet reads(String text) {
    return ReadSet.of(expr(text));
  }

  static Selector selector(String text) {
    return switch (STORED.compileSelector(text)) {
      case CompileResult.Compiled<CompiledSelector>(var compiled, _) ->
          new Selector(text, ReadSet.of(compiled.expr()), compiled);
      case CompileResult.Refused<CompiledSelector> refused ->
          throw new IllegalArgumentException(refused.toString());
    };
  }
}
