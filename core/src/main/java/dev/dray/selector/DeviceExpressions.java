package dev.dray.selector;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.cel.Compilation;
import dev.dray.cel.Environment;
import dev.dray.cel.value.Type;
import dev.dray.selector.Checked.Accepted;
import dev.dray.selector.Checked.Reason;
import dev.dray.selector.Checked.Refused;
import dev.dray.selector.DeviceVariable.AllowMultiple;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A compiler for expressions about devices, which checks them as an API server does.
 *
 * <p>The first use is expensive and later ones are not: create one for a component and keep it. Any
 * number of threads may use it.
 */
public final class DeviceExpressions {
  /** The highest estimated cost of an expression; the caller refuses more, this class does not. */
  public static final long COST_LIMIT = 1_000_000;

  /** The longest expression, in bytes of UTF-8. */
  public static final int MAX_BYTES = 10_240;

  private static final int REMEMBERED = 256;

  private final Lists lists;
  private final Type attribute;
  private final Environment environment;
  private final RecentAnswers<String, CompileResult<CompiledSelector>> selectors =
      new RecentAnswers<>(REMEMBERED);
  private final RecentAnswers<String, CompileResult<DerivedAttribute>> attributes =
      new RecentAnswers<>(REMEMBERED);

  private DeviceExpressions(Lists lists, Environment environment) {
    this.lists = lists;
    this.attribute = attribute(lists);
    this.environment = environment;
  }

  private static Type attribute(Lists lists) {
    return lists == Lists.ALLOWED ? Type.DYN : Type.ANY;
  }

  private static Environment environment(Lists lists, AllowMultiple allowMultiple) {
    var device = new DeviceVariable(attribute(lists), allowMultiple);
    var variables = new TreeMap<String, Type>();
    variables.put(DeviceVariable.NAME, device.struct().type());
    var extras =
        lists == Lists.ALLOWED ? List.of(Environment.Extra.INCLUDES) : List.<Environment.Extra>of();
    return Environment.of(List.of(device.struct()), variables, device, extras);
  }

  /**
   * The environment for stored expressions. Created on first use, because it takes long and never
   * changes.
   */
  private static final class Stored {
    static final Environment ENVIRONMENT = environment(Lists.ALLOWED, AllowMultiple.VISIBLE);
  }

  /** The permission for attributes to be lists. */
  private enum Lists {
    ALLOWED,
    UNKNOWN
  }

  /** Returns a compiler for new or changed expressions, which may use only what is enabled. */
  public static DeviceExpressions forNew(Gates gates) {
    var lists = gates.enabled(Gate.DRA_LIST_TYPE_ATTRIBUTES) ? Lists.ALLOWED : Lists.UNKNOWN;
    var allowMultiple =
        gates.enabled(Gate.DRA_CONSUMABLE_CAPACITY) ? AllowMultiple.VISIBLE : AllowMultiple.HIDDEN;
    return new DeviceExpressions(lists, environment(lists, allowMultiple));
  }

  /**
   * Returns a compiler for stored expressions, which may use everything, whatever is enabled now.
   */
  public static DeviceExpressions forStored() {
    return new DeviceExpressions(Lists.ALLOWED, Stored.ENVIRONMENT);
  }

  /** Checks an expression that selects devices. */
  public Checked selector(String expression) {
    return compileSelector(expression).checked();
  }

  /** Compiles an expression that selects devices. */
  public CompileResult<CompiledSelector> compileSelector(String expression) {
    return selectors.answer(
        expression,
        text ->
            compile(text, this::refusedForSelector)
                .map(it -> new CompiledSelector(it.expr(), it.program())));
  }

  /** Checks an expression that computes an attribute to compare. */
  public Checked derivedAttribute(String expression) {
    return compileDerivedAttribute(expression).checked();
  }

  /** Compiles an expression that computes an attribute to compare. */
  public CompileResult<DerivedAttribute> compileDerivedAttribute(String expression) {
    return attributes.answer(
        expression,
        text ->
            compile(text, this::refusedForAttribute)
                .map(it -> new DerivedAttribute(it.expr(), it.program())));
  }

  private interface ResultRule {
    Optional<String> refusal(Type type);
  }

  private CompileResult<Compilation.Compiled> compile(String expression, ResultRule rule) {
    return switch (environment.compile(expression)) {
      case Compilation.Invalid(var message) ->
          refused(Reason.INVALID, "compilation failed: " + message);
      case Compilation.Unplannable(var type, var message) ->
          rule.refusal(type)
              .map(refusal -> refused(Reason.INVALID, refusal))
              .orElseGet(
                  () -> refused(Reason.INTERNAL, "program instantiation failed: " + message));
      case Compilation.Compiled compiled ->
          rule.refusal(compiled.type())
              .map(refusal -> refused(Reason.INVALID, refusal))
              .orElseGet(() -> accepted(compiled));
    };
  }

  private static CompileResult<Compilation.Compiled> accepted(Compilation.Compiled compiled) {
    var cost = compiled.cost() < 0 ? Long.MAX_VALUE : compiled.cost();
    return new CompileResult.Compiled<>(compiled, new Accepted(cost, compiled.type().toString()));
  }

  private static CompileResult<Compilation.Compiled> refused(Reason reason, String message) {
    return new CompileResult.Refused<>(new Refused(reason, message, Hints.of(message)));
  }

  private Optional<String> refusedForSelector(Type type) {
    return type.isExactly(Type.BOOL) || type.isExactly(attribute)
        ? Optional.empty()
        : Optional.of("must evaluate to bool or the unknown type, not " + type);
  }

  private Optional<String> refusedForAttribute(Type type) {
    var listed = lists == Lists.ALLOWED && type.kind() == Type.Kind.LIST;
    if (isAttribute(type) || (listed && isAttribute(type.parameter(0)))) {
      return Optional.empty();
    }
    var scalar = "must evaluate to a primitive scalar (string, integer, boolean, semver)";
    var list = lists == Lists.ALLOWED ? " or a list of these scalars" : "";
    return Optional.of(scalar + list + ", not " + type);
  }

  private static boolean isAttribute(Type type) {
    return switch (type.kind()) {
      case BOOL, INT, STRING, ANY, DYN -> true;
      case STRUCT -> type.name().equals("kubernetes.Semver");
      case BYTES,
          DOUBLE,
          DURATION,
          ERROR,
          LIST,
          MAP,
          NULL,
          OPAQUE,
          TIMESTAMP,
          TYPE,
          TYPE_PARAM,
          UINT ->
          false;
    };
  }
}
