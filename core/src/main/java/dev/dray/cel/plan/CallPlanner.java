package dev.dray.cel.plan;

import dev.dray.api.meta.Parsed;
import dev.dray.cel.cost.Charge;
import dev.dray.cel.cost.RuntimeCost;
import dev.dray.cel.frontend.Expr;
import dev.dray.cel.function.Conversions;
import dev.dray.cel.function.Patterns;
import dev.dray.cel.function.Patterns.Compiled;
import dev.dray.cel.function.RegexFunctions;
import dev.dray.cel.plan.Plan.Constant;
import dev.dray.cel.plan.Plan.Step;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.StringValue;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The planner for function calls; {@link Planner} explains which of them are prepared early. */
final class CallPlanner {
  /** Overloads that parse a text and depend on nothing else. */
  private static final Set<String> READERS =
      Set.of(
          "string_to_quantity",
          "string_to_semver",
          "string_bool_to_semver",
          "string_to_url",
          "string_to_ip",
          "string_to_cidr");

  private final Functions functions;

  CallPlanner(Functions functions) {
    this.functions = functions;
  }

  Plan plan(Expr.Call call, List<Plan> arguments) throws Unplannable {
    var function = call.function();
    if (arguments.isEmpty()) {
      return called(call, arguments);
    }
    if (Conversions.isConversion(function) && arguments.getFirst() instanceof Constant(var value)) {
      return converted(call, value);
    }
    var second = arguments.size() > 1 ? arguments.get(1) : arguments.getFirst();
    if (isSearch(function) && second instanceof Constant(StringValue(var pattern))) {
      return matching(call, arguments, pattern);
    }
    if (overload(call).equals("in_list") && second instanceof Constant(ListValue list)) {
      return membership(call, arguments, list);
    }
    return called(call, arguments);
  }

  private static boolean isSearch(String function) {
    return switch (function) {
      case "matches", "find", "findAll" -> true;
      default -> false;
    };
  }

  /** Returns the only overload, or an empty string if there are several. */
  private static String overload(Expr.Call call) {
    return call.overloads().size() == 1 ? call.overloads().getFirst() : "";
  }

  private Plan converted(Expr.Call call, Value value) throws Unplannable {
    var result = body(call).apply(Program.constantFrame().meter, new Value[] {value});
    if (result instanceof ErrorValue(var message)) {
      throw new Unplannable(message);
    }
    return new Constant(result);
  }

  private Overload body(Expr.Call call) {
    var operator = functions.operator(call.function());
    if (operator != null) {
      return operator;
    }
    var overload = overload(call);
    return overload.isEmpty()
        ? functions.dispatching(call.function())
        : functions.guarded(overload);
  }

  private static Plan matching(Expr.Call call, List<Plan> arguments, String text)
      throws Unplannable {
    return switch (Patterns.read(text, _ -> {})) {
      case Parsed.Mistake<Compiled>(var message) -> throw new Unplannable(message);
      case Parsed.Value<Compiled>(var compiled) ->
          new Step(
              lazy(
                  nodes(arguments),
                  charge(call),
                  RegexFunctions.withPattern(call.function(), compiled)));
    };
  }

  private Plan membership(Expr.Call call, List<Plan> arguments, ListValue list) {
    if (list.size() == 0) {
      return new Constant(Value.BoolValue.FALSE);
    }
    var set = MemberSet.of(list);
    if (set.isEmpty()) {
      return called(call, arguments);
    }
    var member = arguments.getFirst().node();
    return new Step(
        frame -> {
          frame.meter.call();
          var value = member.eval(frame);
          return value instanceof ErrorValue ? value : Value.BoolValue.of(set.get().has(value));
        });
  }

  private Plan called(Expr.Call call, List<Plan> arguments) {
    var nodes = nodes(arguments);
    var overload = overload(call);
    var price = charge(call);
    var body = body(call);
    var operator = functions.operator(call.function()) != null;
    if (READERS.contains(overload) && arguments.stream().allMatch(Constant.class::isInstance)) {
      return new Step(read(arguments, price, body));
    }
    if (call.function().equals("@not_strictly_false")) {
      return new Step(Operators.notStrictlyFalse(nodes[0]));
    }
    return new Step(
        switch (nodes.length) {
          case 1 -> unary(nodes[0], price, body);
          case 2 ->
              operator || (!overload.isEmpty() && !overload.equals("string_format"))
                  ? binary(nodes[0], nodes[1], price, body)
                  : lazy(nodes, price, body);
          default -> lazy(nodes, price, body);
        });
  }

  /** Parses a literal text once; each call is charged nevertheless. */
  private static Interpretable read(List<Plan> plans, Charge charge, Overload body) {
    var frame = Program.constantFrame();
    var arguments = plans.stream().map(it -> it.node().eval(frame)).toArray(Value[]::new);
    var value = body.apply(frame.meter, arguments);
    return running -> charge.call(running.meter, arguments, null, (_, _) -> value);
  }

  private static Charge charge(Expr.Call call) {
    var overload = overload(call);
    return new Charge(
        RuntimeCost.of(call.function(), overload),
        RuntimeCost.isKnownBefore(call.function(), overload));
  }

  private static Interpretable[] nodes(List<Plan> plans) {
    return plans.stream().map(Plan::node).toArray(Interpretable[]::new);
  }

  private static Interpretable unary(Interpretable node, Charge charge, Overload body) {
    return frame -> {
      var arguments = new Value[] {node.eval(frame)};
      return charge.call(frame.meter, arguments, failure(arguments), body);
    };
  }

  /** Evaluates both sides even if the first one fails. */
  private static Interpretable binary(
      Interpretable left, Interpretable right, Charge charge, Overload body) {
    return frame -> {
      var arguments = new Value[] {left.eval(frame), right.eval(frame)};
      return charge.call(frame.meter, arguments, failure(arguments), body);
    };
  }

  private static @Nullable Value failure(Value[] arguments) {
    for (var argument : arguments) {
      if (argument instanceof ErrorValue) {
        return argument;
      }
    }
    return null;
  }

  /**
   * Evaluates arguments up to the first failure; the call is charged only if that was the last
   * argument.
   */
  private static Interpretable lazy(Interpretable[] nodes, Charge charge, Overload body) {
    return frame -> {
      var arguments = new Value[nodes.length];
      for (var at = 0; at < nodes.length; at++) {
        arguments[at] = nodes[at].eval(frame);
        if (arguments[at] instanceof ErrorValue) {
          return at < nodes.length - 1
              ? arguments[at]
              : charge.call(frame.meter, arguments, arguments[at], body);
        }
      }
      return charge.call(frame.meter, arguments, null, body);
    };
  }
}
