package dev.dray.cel.plan;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.frontend.Expr.Presence;
import dev.dray.cel.frontend.Frontend;
import dev.dray.cel.plan.Plan.Constant;
import dev.dray.cel.plan.Plan.Path;
import dev.dray.cel.plan.Plan.Step;
import dev.dray.cel.value.Aborted;
import dev.dray.cel.value.Access;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.TypeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The planner: it turns a checked expression into a tree of {@link Interpretable}s, once, so that
 * the expression can be evaluated for any number of devices.
 *
 * <p>Each {@link Expr} becomes a {@link Plan}, bottom up, and every plan can be asked for its
 * interpretable. There are three sorts, because what surrounds a part decides how the part is
 * evaluated:
 *
 * <pre>{@code
 * device.attributes["gpu.example.com"].model == "a100"
 *
 * _==_                                Step      Logic.equal of the two below
 *  |- device .attributes [..] .model  Path      one Attribute: a start and three Qualifiers
 *  `- "a100"                          Constant  a value, free of charge
 * }</pre>
 *
 * <p>A {@link Path} can still grow: selecting or indexing adds a {@link Qualifier} to the path that
 * is already planned instead of nesting another interpretable. The whole path is therefore charged
 * as upstream charges it: once for its start, unless it starts with a choice between two paths, and
 * once for each qualifier. A {@link Step} is anything else that has to be evaluated.
 *
 * <p>A {@link Constant} is computed here, with a frame that has no variables. These parts become
 * constants:
 *
 * <ul>
 *   <li>literals and names of types;
 *   <li>list and map literals of which every part is a constant;
 *   <li>conversions of a constant, such as {@code int("1")};
 *   <li>{@code x in []}, which is false whatever {@code x} is.
 * </ul>
 *
 * <p>Some other parts are prepared here and still evaluated each time: {@link CallPlanner} compiles
 * a constant regular expression, and parses the constant text of functions such as {@code
 * quantity("1Gi")}, whose calls are charged nevertheless. For {@code in} with a constant list it
 * builds a {@link MemberSet}. All other calls are left as they are, even if all their arguments are
 * constants.
 *
 * <p>Users can see both effects of computing early. A constant costs nothing when the expression is
 * evaluated, and a constant that fails makes the expression {@link Unplannable} instead of failing
 * at each evaluation. So parts are computed here exactly where upstream computes them.
 *
 * <p>The variables of comprehensions become numbered slots of the {@link Frame}. A {@link
 * VariableScope} maps their names to slots during planning; at evaluation no name is looked up but
 * those of the environment's own variables.
 */
public final class Planner {
  private final Functions functions;
  private int locals;

  private Planner(Functions functions) {
    this.functions = functions;
  }

  public static Program program(Expr expr, Functions functions) throws Unplannable {
    var planner = new Planner(functions);
    var node = planner.plan(expr, null).node();
    return new Program(node, planner.locals);
  }

  Plan plan(Expr expr, @Nullable VariableScope variableScope) throws Unplannable {
    return switch (expr) {
      case Expr.Literal(_, var value) -> new Constant(value);
      case Expr.Ident ident -> ident(ident, variableScope);
      case Expr.Select(_, _, var operand, var field) -> {
        var path = path(plan(operand, variableScope));
        path.attribute().add(qualifier(new StringValue(field), Qualifier.Mode.REQUIRED));
        yield path;
      }
      case Expr.Has(_, var operand, var field) -> has(path(plan(operand, variableScope)), field);
      case Expr.Call call -> call(call, variableScope);
      case Expr.ListLiteral list -> list(list, variableScope);
      case Expr.MapLiteral map -> map(map, variableScope);
      case Expr.StructLiteral struct -> struct(struct, variableScope);
      case Expr.Fold fold -> fold(fold, variableScope);
    };
  }

  private static Plan ident(Expr.Ident ident, @Nullable VariableScope variableScope)
      throws Unplannable {
    if (ident.type().kind() == Type.Kind.TYPE) {
      if (!Frontend.NAMED_TYPES.containsKey(ident.name())
          && !ident.name().startsWith("google.protobuf.")) {
        throw new Unplannable("reference to undefined type: " + ident.name());
      }
      return new Constant(new TypeValue(ident.type().parameter(0)));
    }
    var name = ident.name();
    if (name.equals(WrapperMessages.NULL_CONSTANT)) {
      return new Constant(new Value.IntValue(0));
    }
    var local = VariableScope.find(variableScope, name);
    return new Path(
        new Attribute.Plain(local == null ? frame -> frame.variables.valueOf(name) : local));
  }

  /**
   * Returns the plan as a path that can be extended, starting a new path unless the plan is one.
   */
  private static Path path(Plan plan) {
    return plan instanceof Path path ? path : new Path(new Attribute.Plain(plan.node()));
  }

  private static Qualifier qualifier(Value key, Qualifier.Mode mode) {
    return new Qualifier(_ -> key, mode);
  }

  private static Plan has(Path path, String field) {
    path.attribute().add(qualifier(new StringValue(field), Qualifier.Mode.TEST));
    var resolver = path.attribute().resolver();
    // The test is free: upstream refunds the start of the path, even where it was not charged.
    var cost = path.attribute().startCost() - 1;
    return new Step(
        frame -> {
          var present = resolver.eval(frame);
          frame.meter.charge(cost);
          return present instanceof Value.OptionalValue(var inner)
              ? Value.BoolValue.of(inner.isPresent())
              : present;
        });
  }

  private Plan call(Expr.Call call, @Nullable VariableScope variableScope) throws Unplannable {
    var arguments = new ArrayList<Plan>();
    if (call.target().isPresent()) {
      arguments.add(plan(call.target().get(), variableScope));
    }
    for (var argument : call.arguments()) {
      arguments.add(plan(argument, variableScope));
    }
    return switch (call.function()) {
      case "_&&_" -> new Step(Logic.and(nodes(arguments)));
      case "_||_" -> new Step(Logic.or(nodes(arguments)));
      case "_?_:_" -> choice(arguments);
      case "_==_" -> new Step(Logic.equal(nodes(arguments)));
      case "_!=_" -> new Step(Logic.unequal(nodes(arguments)));
      case "_[_]" -> index(arguments, Qualifier.Mode.REQUIRED);
      case "_?._", "_[?_]" -> index(arguments, Qualifier.Mode.OPTIONAL);
      case "or" -> new Step(Logic.optionalOr(nodes(arguments)));
      case "orValue" -> new Step(Logic.optionalOrValue(nodes(arguments)));
      default -> new CallPlanner(functions).plan(call, arguments);
    };
  }

  private static Interpretable[] nodes(List<Plan> plans) {
    return plans.stream().map(Plan::node).toArray(Interpretable[]::new);
  }

  private static Plan choice(List<Plan> arguments) {
    return new Path(
        new Attribute.Choice(
            arguments.get(0).node(), branch(arguments.get(1)), branch(arguments.get(2))));
  }

  private static Attribute branch(Plan plan) {
    return plan instanceof Path(var attribute) ? attribute : new Attribute.Plain(plan.node());
  }

  private static Plan index(List<Plan> arguments, Qualifier.Mode mode) throws Unplannable {
    var path = path(arguments.get(0));
    switch (arguments.get(1)) {
      case Constant(var key) -> {
        if (!Access.isKey(key)) {
          throw new Unplannable(Access.noKey(key).message());
        }
        path.attribute().add(qualifier(key, mode));
      }
      // The start of a path that serves as an index is not charged.
      case Path(var attribute) -> path.attribute().add(new Qualifier(attribute.resolver(), mode));
      case Step(var node) -> path.attribute().add(new Qualifier(node, mode));
    }
    return path;
  }

  private Plan list(Expr.ListLiteral list, @Nullable VariableScope variableScope)
      throws Unplannable {
    var plans = new ArrayList<Plan>();
    for (var element : list.elements()) {
      plans.add(plan(element.value(), variableScope));
    }
    var optional =
        list.elements().stream().map(element -> element.presence() == Presence.IF_VALUE).toList();
    return constructed(Literals.list(nodes(plans), optional), plans, Literals.LIST_COST);
  }

  private Plan map(Expr.MapLiteral map, @Nullable VariableScope variableScope) throws Unplannable {
    var keys = new ArrayList<Plan>();
    var values = new ArrayList<Plan>();
    for (var entry : map.entries()) {
      keys.add(plan(entry.key(), variableScope));
      values.add(plan(entry.value(), variableScope));
    }
    var optional =
        map.entries().stream().map(entry -> entry.presence() == Presence.IF_VALUE).toList();
    var all = new ArrayList<>(keys);
    all.addAll(values);
    return constructed(Literals.map(nodes(keys), nodes(values), optional), all, Literals.MAP_COST);
  }

  private static Plan constructed(Interpretable node, List<Plan> parts, long cost)
      throws Unplannable {
    if (!parts.stream().allMatch(Constant.class::isInstance)) {
      return new Step(charging(node, cost));
    }
    try {
      return new Constant(node.eval(Program.constantFrame()));
    } catch (Aborted aborted) {
      throw new Unplannable(aborted.reason());
    }
  }

  private Plan struct(Expr.StructLiteral struct, @Nullable VariableScope variableScope)
      throws Unplannable {
    var nodes = new ArrayList<Interpretable>();
    for (var field : struct.fields()) {
      nodes.add(plan(field.value(), variableScope).node());
    }
    return new Step(
        charging(
            WrapperMessages.literal(struct.name(), struct.fields(), nodes), Literals.STRUCT_COST));
  }

  private static Interpretable charging(Interpretable node, long cost) {
    return frame -> {
      var value = node.eval(frame);
      frame.meter.charge(cost);
      return value;
    };
  }

  private Plan fold(Expr.Fold fold, @Nullable VariableScope variableScope) throws Unplannable {
    var initial = plan(fold.initial(), variableScope).node();
    var range = plan(fold.range(), variableScope);
    var accumulator = locals++;
    var first = locals++;
    var second = fold.loop().second().isPresent() ? locals++ : Comprehension.NO_SECOND;
    var comprehension = new Comprehension(accumulator, first, second);
    var inside =
        VariableScope.bind(variableScope, fold.loop().variable(), frame -> frame.local(first));
    if (fold.loop().second().isPresent()) {
      inside = VariableScope.bind(inside, fold.loop().second().get(), frame -> frame.local(second));
    }
    var accumulated = comprehension.accumulated(initial);
    inside = VariableScope.bind(inside, fold.loop().accumulator(), accumulated);
    var condition = plan(fold.condition(), inside);
    var step = plan(fold.step(), inside).node();
    var result =
        plan(
                fold.result(),
                VariableScope.bind(variableScope, fold.loop().accumulator(), accumulated))
            .node();
    return new Step(
        range instanceof Constant(ListValue list) && list.size() == 0
            ? comprehension.overNothing(result)
            : comprehension.over(range.node(), condition, step, result));
  }
}
