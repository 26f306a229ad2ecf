package dev.dray.cel;

import dev.dray.cel.Plan.Constant;
import dev.dray.cel.Plan.Step;
import dev.dray.cel.Value.ErrorValue;
import dev.dray.cel.Value.StringValue;
import java.util.List;

/** Plans the calls of functions. */
final class CallPlanner {
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

  /** The only overload, or nothing. */
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
    var mistake = Patterns.mistake(text);
    if (mistake.isPresent()) {
      throw new Unplannable(mistake.get());
    }
    var body = RegexFunctions.withPattern(call.function(), Patterns.compile(text));
    return new Step(lazy(nodes(arguments), RuntimeCost.of(call.function(), overload(call)), body));
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
          var value = member.eval(frame);
          return value instanceof ErrorValue ? value : Value.BoolValue.of(set.get().has(value));
        });
  }

  private Plan called(Expr.Call call, List<Plan> arguments) {
    var nodes = nodes(arguments);
    var overload = overload(call);
    var price = RuntimeCost.of(call.function(), overload);
    var body = body(call);
    var operator = functions.operator(call.function()) != null;
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

  private static Node[] nodes(List<Plan> plans) {
    return plans.stream().map(Plan::node).toArray(Node[]::new);
  }

  private static Node unary(Node node, RuntimeCost.Price price, Overload body) {
    return frame -> {
      var arguments = new Value[] {node.eval(frame)};
      return finished(frame.meter, price, arguments, called(frame, arguments, body));
    };
  }

  /** Evaluates both sides, though the first fail. */
  private static Node binary(Node left, Node right, RuntimeCost.Price price, Overload body) {
    return frame -> {
      var arguments = new Value[] {left.eval(frame), right.eval(frame)};
      return finished(frame.meter, price, arguments, called(frame, arguments, body));
    };
  }

  private static Value called(Frame frame, Value[] arguments, Overload body) {
    for (var argument : arguments) {
      if (argument instanceof ErrorValue) {
        return argument;
      }
    }
    return body.apply(frame.meter, arguments);
  }

  /** Stops at the first failure; the call is charged only if that was the last argument. */
  private static Node lazy(Node[] nodes, RuntimeCost.Price price, Overload body) {
    return frame -> {
      var arguments = new Value[nodes.length];
      for (var at = 0; at < nodes.length; at++) {
        arguments[at] = nodes[at].eval(frame);
        if (arguments[at] instanceof ErrorValue) {
          return at < nodes.length - 1
              ? arguments[at]
              : finished(frame.meter, price, arguments, arguments[at]);
        }
      }
      return finished(frame.meter, price, arguments, body.apply(frame.meter, arguments));
    };
  }

  private static Value finished(
      Meter meter, RuntimeCost.Price price, Value[] arguments, Value result) {
    meter.charge(price.of(meter, arguments, result));
    return result;
  }
}
