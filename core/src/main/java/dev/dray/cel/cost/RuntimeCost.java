package dev.dray.cel.cost;

import dev.dray.cel.function.Arithmetic;
import dev.dray.cel.value.Aborted;
import dev.dray.cel.value.GoTypes;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.FormatValue;
import dev.dray.cel.value.Value.OptionalValue;
import dev.dray.cel.value.Value.StringValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The prices of calls with known arguments: upstream's rules, which differ a little from its
 * estimate.
 */
public final class RuntimeCost {
  private static final double PER_CHARACTER = 0.1;
  private static final double PER_PATTERN_CHARACTER = 0.25;
  private static final long NEW_LIST = 10;
  private static final long STEPS_PER_LEAF = 7;

  private static final Price ONE = (_, _, _) -> 1;

  /** Overloads and functions whose price depends on their result. */
  private static final Set<String> BY_RESULT =
      Set.of("list_slice", "lists_range", "list_reverse", "join");

  private RuntimeCost() {}

  /** The price of a call, by its arguments and result; either may be a failure. */
  @FunctionalInterface
  public interface Price {
    long of(Meter meter, Value[] arguments, Value result);
  }

  /**
   * Returns the price of calling a function.
   *
   * @param overload the only one that the types allow, or else empty
   */
  public static Price of(String function, String overload) {
    var byOverload = ofListFunction(overload);
    if (byOverload != null) {
      return byOverload;
    }
    var byFunction = ofKubernetesFunction(function, overload);
    return byFunction == null ? ofStandardFunction(overload) : byFunction;
  }

  /**
   * Returns whether the price is known before the call, so that a call that cannot be paid is not
   * begun.
   */
  public static boolean isKnownBefore(String function, String overload) {
    return !BY_RESULT.contains(overload) && !BY_RESULT.contains(function);
  }

  private static @Nullable Price ofListFunction(String overload) {
    return switch (overload) {
      case "list_slice", "lists_range", "list_reverse" ->
          (_, _, result) -> plainSize(result) + 1 + NEW_LIST;
      case "list_flatten" -> (_, arguments, _) -> plainSize(arguments[0]) + 1 + NEW_LIST;
      case "list_flatten_int" -> (_, arguments, _) -> flatten(arguments);
      case "list_distinct" -> (_, arguments, _) -> selfCompare(arguments[0]);
      case "list_sets_contains_list", "list_sets_intersects_list" ->
          (_, arguments, _) -> sum(1, product(plainSize(arguments[0]), plainSize(arguments[1])));
      case "list_sets_equivalent_list" ->
          (_, arguments, _) ->
              sum(1, product(2, product(plainSize(arguments[0]), plainSize(arguments[1]))));
      case String id when id.endsWith("_sort") -> (_, arguments, _) -> selfCompare(arguments[0]);
      case String id when id.endsWith("_sortByAssociatedKeys") ->
          (_, arguments, _) -> selfCompare(arguments[1]);
      default -> null;
    };
  }

  private static long flatten(Value[] arguments) {
    if (!(arguments[1] instanceof Value.IntValue(var depth))) {
      throw Aborted.internal(
          "interface conversion: ref.Val is %s, not types.Int"
              .formatted(GoTypes.nameOf(arguments[1])));
    }
    var factor = depth < 0 ? 1 : depth;
    return sum(product(plainSize(arguments[0]), factor), 1 + NEW_LIST);
  }

  private static long selfCompare(Value value) {
    if (!(value instanceof ListValue list)) {
      throw Aborted.internal(
          "interface conversion: %s is not traits.Lister: missing method %s"
              .formatted(GoTypes.nameOf(value), Arithmetic.canAdd(value) ? "Contains" : "Add"));
    }
    var size = list.size();
    var text =
        size > 0 && (list.get(0) instanceof StringValue || list.get(0) instanceof Value.BytesValue);
    var pairs = product(size, size);
    var factor = text ? 2 + PER_CHARACTER : 2.0;
    return sum((long) (pairs * factor), 1 + NEW_LIST);
  }

  private static @Nullable Price ofKubernetesFunction(String function, String overload) {
    return switch (function) {
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes" ->
          (meter, arguments, _) -> traversal(meter, arguments[0]);
      case "url",
          "lowerAscii",
          "upperAscii",
          "substring",
          "trim",
          "cidr",
          "isIP",
          "isCIDR",
          "quantity",
          "isQuantity",
          "semver",
          "isSemver" ->
          (_, arguments, _) -> scan(plainSize(arguments[0]));
      case "ip" ->
          overload.equals("cidr_ip") ? ONE : (_, arguments, _) -> scan(plainSize(arguments[0]));
      case "replace", "split", "ip.isCanonical" ->
          (_, arguments, _) -> scanTwice(plainSize(arguments[0]));
      case "join" -> (_, _, result) -> scanTwice(plainSize(result));
      case "find", "findAll" ->
          (_, arguments, _) -> matching(plainSize(arguments[0]), plainSize(arguments[1]));
      case "containsIP" ->
          (_, arguments, _) -> {
            var parsing = overload.equals("cidr_contains_ip_string");
            return scan(2 * plainSize(arguments[0]))
                + (parsing ? scan(plainSize(arguments[1])) : 0);
          };
      case "containsCIDR" -> (_, arguments, _) -> containsCidr(overload, arguments);
      case "validate" -> (_, arguments, _) -> validation(arguments);
      case "_==_" -> (_, arguments, _) -> equality(arguments);
      default -> null;
    };
  }

  private static long containsCidr(String overload, Value[] arguments) {
    var size = plainSize(arguments[0]);
    var cost = scan(2 * size) + scan(size) + 1;
    return overload.equals("cidr_contains_cidr_string")
        ? cost + scan(plainSize(arguments[1]))
        : cost;
  }

  private static long validation(Value[] arguments) {
    return arguments[0] instanceof FormatValue(var format)
        ? matching(plainSize(arguments[1]), format.patternLength())
        : 1;
  }

  static long equality(Value[] arguments) {
    return equality(arguments[0], arguments[1]);
  }

  public static long equality(Value left, Value right) {
    return switch (left) {
      case StringValue(var text) when right instanceof StringValue(var other) ->
          comparison(text, other);
      case Value.QuantityValue _,
          Value.IpValue _,
          Value.CidrValue _,
          FormatValue _,
          Value.UrlValue _,
          Value.SemverValue _ ->
          1;
      default -> comparison(left, right);
    };
  }

  public static long comparison(Value left, Value right) {
    return scan(smaller(left, right));
  }

  private static long comparison(String left, String right) {
    return scan(smaller(left, right));
  }

  private static long smaller(Value left, Value right) {
    if (left instanceof StringValue(var one)) {
      return right instanceof StringValue(var two) ? smaller(one, two) : atMost(one, size(right));
    }
    return right instanceof StringValue(var two)
        ? atMost(two, size(left))
        : Math.min(size(left), size(right));
  }

  private static long smaller(String left, String right) {
    return left.length() <= right.length()
        ? atMost(right, characters(left))
        : atMost(left, characters(right));
  }

  /**
   * Returns the number of characters, at most {@code most}; a longer text is not counted to its
   * end.
   */
  private static long atMost(String text, long most) {
    return text.length() / 2 >= most ? most : Math.min(most, characters(text));
  }

  private static Price ofStandardFunction(String overload) {
    return switch (overload) {
      case "starts_with_string", "ends_with_string" ->
          (_, arguments, _) -> scan(size(arguments[1]));
      case "string_to_bytes", "bytes_to_string", "strings_quote", "string_format" ->
          (_, arguments, _) -> scan(size(arguments[0]));
      case "in_list" -> (_, arguments, _) -> size(arguments[1]);
      case "less_string",
          "greater_string",
          "less_equals_string",
          "greater_equals_string",
          "less_bytes",
          "greater_bytes",
          "less_equals_bytes",
          "greater_equals_bytes" ->
          (_, arguments, _) -> comparison(arguments[0], arguments[1]);
      case "add_string", "add_bytes" ->
          (_, arguments, _) -> scan(sum(size(arguments[0]), size(arguments[1])));
      case "matches", "matches_string" ->
          (_, arguments, _) -> matching(size(arguments[0]), size(arguments[1]));
      case "contains_string" ->
          (_, arguments, _) -> product(scan(size(arguments[0])), scan(size(arguments[1])));
      default -> ONE;
    };
  }

  private static long matching(long text, long pattern) {
    return product(
        (long) Math.ceil((1.0 + text) * PER_CHARACTER),
        (long) Math.ceil(pattern * PER_PATTERN_CHARACTER));
  }

  static long scan(long size) {
    return (long) Math.ceil(size * PER_CHARACTER);
  }

  private static long scanTwice(long size) {
    return (long) Math.ceil(size * (2 * PER_CHARACTER));
  }

  /** Returns the number of characters, bytes, elements or entries; 1 for values without a size. */
  public static long size(Value value) {
    return value instanceof OptionalValue(var inner) && inner.isPresent()
        ? size(inner.get())
        : plainSize(value);
  }

  private static long plainSize(Value value) {
    return switch (value) {
      case StringValue(var text) -> characters(text);
      case Value.BytesValue(var octets) -> octets.length();
      case ListValue list -> list.size();
      case MapValue map -> map.size();
      case Value.IpValue(var address) -> address.bytes();
      case Value.CidrValue(var network) -> (network.length() + 7) / 8;
      default -> 1;
    };
  }

  private static long characters(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Returns the number of leaves in a tree of values; strings and bytes count by their length. */
  private static long traversal(Meter meter, Value value) {
    meter.work(STEPS_PER_LEAF);
    return switch (value) {
      case StringValue(var text) -> (long) (dev.dray.api.meta.Formats.bytes(text) * PER_CHARACTER);
      case Value.BytesValue(var octets) -> (long) (octets.length() * PER_CHARACTER);
      case ListValue list -> {
        var cost = 0L;
        for (var element : list) {
          cost += traversal(meter, element);
          meter.expect(cost);
        }
        yield cost;
      }
      case MapValue map -> {
        var cost = 0L;
        for (var key : map.keys()) {
          meter.expect(cost);
          var entry = map.entry(key);
          cost += traversal(meter, key) + (entry == null ? 1 : traversal(meter, entry));
        }
        yield cost;
      }
      case ErrorValue _ -> 1;
      default -> 1;
    };
  }

  private static long sum(long left, long right) {
    var sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private static long product(long left, long right) {
    return Math.multiplyHigh(left, right) == 0 && left * right >= 0 ? left * right : Long.MAX_VALUE;
  }
}
