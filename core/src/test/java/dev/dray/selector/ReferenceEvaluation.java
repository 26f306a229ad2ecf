package dev.dray.selector;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceAttribute;
import dev.dray.cel.Expr;
import dev.dray.cel.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A small part of the language, evaluated in the plainest way, so that tests of read sets have an
 * opinion that does not come from what they test.
 *
 * <p>Values are Java's own; a failure is a value too.
 */
final class ReferenceEvaluation {
  private record Failure(String message) {}

  private static final class Domains extends TreeMap<String, Object> {
    private static final long serialVersionUID = 1L;
  }

  private final Map<String, Supplier<Object>> variables = new HashMap<>();

  static DeviceTest test(Expr expr) {
    return device -> {
      var evaluation = new ReferenceEvaluation();
      Object value;
      try {
        var seen = device(device);
        evaluation.variables.put("device", () -> seen);
        value = evaluation.value(expr);
      } catch (MalformedAttribute malformed) {
        value = new Failure(String.valueOf(malformed.getMessage()));
      }
      return switch (value) {
        case Boolean yes -> yes ? Match.YES : Match.NO;
        case Failure(var message) -> new Match.Failed(message);
        default -> new Match.Failed("no bool: " + value.getClass().getSimpleName());
      };
    };
  }

  private static final class MalformedAttribute extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedAttribute(String message) {
      super(message, null, false, false);
    }
  }

  private static Map<String, Object> device(CelDevice device) {
    var attributes = new Domains();
    var capacity = new Domains();
    new TreeMap<>(device.attributes())
        .forEach(
            (name, it) ->
                put(attributes, device.attributes(), name, device, () -> plain(name, it)));
    device
        .capacity()
        .forEach((name, it) -> put(capacity, device.capacity(), name, device, it::value));
    var fields = new TreeMap<String, Object>();
    fields.put("driver", device.driver());
    fields.put("allowMultipleAllocations", device.allowMultipleAllocations());
    fields.put("attributes", attributes);
    fields.put("capacity", capacity);
    return fields;
  }

  @SuppressWarnings("unchecked")
  private static void put(
      Domains domains,
      Map<String, ?> all,
      String written,
      CelDevice device,
      Supplier<Object> value) {
    int slash = written.indexOf('/');
    if (slash < 0 && all.containsKey(device.driver() + "/" + written)) {
      return;
    }
    var domain = slash < 0 ? device.driver() : written.substring(0, slash);
    var ids = domains.computeIfAbsent(domain, _ -> new TreeMap<String, Object>());
    ((Map<String, Object>) ids).put(written.substring(slash + 1), value.get());
  }

  private static Object plain(String name, DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.IntValue(var number) -> number;
      case DeviceAttribute.BoolValue(var bool) -> bool;
      case DeviceAttribute.StringValue(var text) -> text;
      case DeviceAttribute.StringValues(var texts) -> texts;
      default ->
          throw new MalformedAttribute("attribute " + name + ": unsupported attribute value");
    };
  }

  private Object value(Expr expr) {
    return switch (expr) {
      case Expr.Literal(_, Value.BoolValue(var bool)) -> bool;
      case Expr.Literal(_, Value.IntValue(var number)) -> number;
      case Expr.Literal(_, Value.StringValue(var text)) -> text;
      case Expr.Literal literal -> throw new IllegalArgumentException(literal.toString());
      case Expr.Ident(_, _, var name) -> Objects.requireNonNull(variables.get(name), name).get();
      case Expr.Select(_, _, var operand, var field) -> index(value(operand), field);
      case Expr.Has(_, var operand, var field) -> has(value(operand), field);
      case Expr.ListLiteral(_, _, var elements) ->
          strictly(elements.stream().map(element -> value(element.value())).toList(), it -> it);
      case Expr.Fold fold when fold.isBinding() ->
          with(fold.loop().accumulator(), bound(fold.initial()), () -> value(fold.result()));
      case Expr.Fold fold -> loop(fold);
      case Expr.Call call -> call(call);
      case Expr.MapLiteral literal -> throw new IllegalArgumentException(literal.toString());
      case Expr.StructLiteral literal -> throw new IllegalArgumentException(literal.toString());
    };
  }

  /** As upstream has it, a map without entries forgets that it finds every domain. */
  private Object bound(Expr initial) {
    var value = value(initial);
    return value.equals(new Domains()) ? new TreeMap<String, Object>() : value;
  }

  private Object call(Expr.Call call) {
    var parts = new ArrayList<Expr>();
    call.target().ifPresent(parts::add);
    parts.addAll(call.arguments());
    return switch (call.function()) {
      case "_&&_" -> logic(parts, false);
      case "_||_" -> logic(parts, true);
      case "_?_:_" ->
          switch (value(parts.get(0))) {
            case Boolean yes -> value(parts.get(yes ? 1 : 2));
            case Failure failure -> failure;
            default -> new Failure("no such overload");
          };
      case "@not_strictly_false" -> !Objects.equals(value(parts.get(0)), false);
      default ->
          strictly(parts.stream().map(this::value).toList(), it -> apply(call.function(), it));
    };
  }

  private Object logic(List<Expr> parts, boolean deciding) {
    var left = value(parts.get(0));
    if (left.equals(deciding)) {
      return deciding;
    }
    var right = value(parts.get(1));
    if (right.equals(deciding)) {
      return deciding;
    }
    return left instanceof Failure ? left : right;
  }

  private interface Function {
    Object of(List<Object> arguments);
  }

  private static Object strictly(List<Object> arguments, Function function) {
    for (var argument : arguments) {
      if (argument instanceof Failure) {
        return argument;
      }
    }
    return function.of(arguments);
  }

  private static Object apply(String function, List<Object> with) {
    var first = with.isEmpty() ? "" : with.get(0);
    return switch (function) {
      case "!_" -> first instanceof Boolean bool ? !bool : new Failure("no such overload");
      case "_==_" -> first.equals(with.get(1));
      case "_!=_" -> !first.equals(with.get(1));
      case "_+_" -> plus(first, with.get(1));
      case "_>_" -> compare(first, with.get(1)) instanceof Integer order ? order > 0 : overload();
      case "_>=_" -> compare(first, with.get(1)) instanceof Integer order ? order >= 0 : overload();
      case "@in" -> has(with.get(1), first, Default.NONE);
      case "_[_]" -> index(first, with.get(1));
      case "_[?_]", "_?._" -> optionalIndex(first, with.get(1));
      case "size" -> first instanceof Map<?, ?> map ? (Object) (long) map.size() : overload();
      case "dyn" -> first;
      case "quantity" -> Quantity.parse((String) first);
      case "compareTo" ->
          compare(first, with.get(1)) instanceof Integer it ? (long) it : overload();
      case "isInteger" -> ((Quantity) first).isInteger();
      case "optional.of" -> Optional.of(first);
      case "optional.none" -> Optional.empty();
      case "hasValue" -> ((Optional<?>) first).isPresent();
      case "value" ->
          ((Optional<?>) first).map(it -> (Object) it).orElse(new Failure("optional.none()"));
      case "orValue" -> ((Optional<?>) first).map(it -> (Object) it).orElse(with.get(1));
      default -> throw new IllegalArgumentException(function);
    };
  }

  private static Failure overload() {
    return new Failure("no such overload");
  }

  private static Object plus(Object one, Object two) {
    if (one instanceof String text && two instanceof String more) {
      return text + more;
    }
    if (one instanceof Long number && two instanceof Long more) {
      return number + more;
    }
    if (one instanceof List<?> list && two instanceof List<?> more) {
      var all = new ArrayList<Object>(list);
      all.addAll(more);
      return all;
    }
    return overload();
  }

  private static Object compare(Object one, Object two) {
    if (one instanceof Long number && two instanceof Long other) {
      return number.compareTo(other);
    }
    return one instanceof Quantity amount && two instanceof Quantity other
        ? amount.compareTo(other)
        : overload();
  }

  /** Whether an unknown domain counts as one without entries. */
  private enum Default {
    EMPTY,
    NONE
  }

  private static Object has(Object container, Object key) {
    return container instanceof Failure ? container : has(container, key, Default.EMPTY);
  }

  private static Object has(Object container, Object key, Default ofDomains) {
    return switch (container) {
      case Domains domains -> ofDomains == Default.EMPTY || domains.containsKey(key);
      case Map<?, ?> map -> map.containsKey(key);
      case Collection<?> list -> list.contains(key);
      default -> ofDomains == Default.EMPTY ? false : overload();
    };
  }

  private static Object index(Object container, Object key) {
    if (container instanceof Failure) {
      return container;
    }
    var found = optionalIndex(container, key);
    return found instanceof Optional<?> optional && !(container instanceof Optional<?>)
        ? optional.map(it -> (Object) it).orElse(new Failure("no such key: " + key))
        : found;
  }

  private static Object optionalIndex(Object container, Object key) {
    return switch (container) {
      case Optional<?> optional ->
          optional.isEmpty() ? optional : optionalIndex(optional.get(), key);
      case Domains domains ->
          key instanceof String
              ? Optional.of(domains.getOrDefault(key, new TreeMap<String, Object>()))
              : overload();
      case Map<?, ?> map -> key instanceof String ? Optional.ofNullable(map.get(key)) : overload();
      default -> new Failure("no such key: " + key);
    };
  }

  private Object with(String name, Object bound, Supplier<Object> body) {
    var outer = variables.put(name, () -> bound);
    var result = body.get();
    if (outer == null) {
      variables.remove(name);
    } else {
      variables.put(name, outer);
    }
    return result;
  }

  private Object loop(Expr.Fold fold) {
    var range = value(fold.range());
    var visited =
        switch (range) {
          case Map<?, ?> map -> map.keySet();
          case Collection<?> list -> list;
          default -> List.of();
        };
    if (range instanceof Failure) {
      return range;
    }
    var accumulator = fold.loop().accumulator();
    var result = value(fold.initial());
    for (var each : visited) {
      var before = result;
      if (!with(accumulator, before, () -> value(fold.condition())).equals(true)) {
        break;
      }
      result =
          with(
              accumulator,
              before,
              () -> with(fold.loop().variable(), each, () -> value(fold.step())));
    }
    var built = result;
    return with(accumulator, built, () -> value(fold.result()));
  }
}
