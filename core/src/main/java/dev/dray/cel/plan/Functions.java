package dev.dray.cel.plan;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import dev.dray.cel.function.Arithmetic;
import dev.dray.cel.function.Comparisons;
import dev.dray.cel.function.Conversions;
import dev.dray.cel.function.FormatFunctions;
import dev.dray.cel.function.ListFunctions;
import dev.dray.cel.function.MapFunctions;
import dev.dray.cel.function.NetworkFunctions;
import dev.dray.cel.function.OptionalFunctions;
import dev.dray.cel.function.QuantityFunctions;
import dev.dray.cel.function.RegexFunctions;
import dev.dray.cel.function.SemverFunctions;
import dev.dray.cel.function.Signature;
import dev.dray.cel.function.StringFunctions;
import dev.dray.cel.function.TimeFunctions;
import dev.dray.cel.function.UrlFunctions;
import dev.dray.cel.value.Effort;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.RuntimeTypes;
import dev.dray.cel.value.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The implementations of an environment's functions, by name and by overload. */
public final class Functions {
  /** Implementations by overload, called with values whose types were checked. */
  private static final Map<String, Overload> OVERLOADS = overloads();

  /** Implementations by function, called with values of any type. */
  private static final Map<String, Overload> OPERATORS = operators();

  private static final long STEPS_TO_COMPLAIN = 64;

  private final Map<String, List<Signature>> byName;
  private final Map<String, Signature> byId;

  public Functions(List<Signature> signatures) {
    this.byName =
        signatures.stream().collect(groupingBy(Signature::function, LinkedHashMap::new, toList()));
    this.byId = signatures.stream().collect(toMap(Signature::id, Function.identity()));
  }

  private static Map<String, Overload> overloads() {
    var table = new HashMap<String, Overload>();
    StringFunctions.addTo(table);
    ListFunctions.addTo(table);
    OptionalFunctions.addTo(table);
    QuantityFunctions.addTo(table);
    SemverFunctions.addTo(table);
    UrlFunctions.addTo(table);
    NetworkFunctions.addTo(table);
    FormatFunctions.addTo(table);
    RegexFunctions.addTo(table);
    TimeFunctions.addTo(table);
    MapFunctions.addTo(table);
    Conversions.addTo(table);
    table.replaceAll(Effort::counted);
    return table;
  }

  private static Map<String, Overload> operators() {
    var table = new HashMap<String, Overload>();
    Arithmetic.addTo(table);
    Comparisons.addTo(table);
    Operators.addTo(table);
    return table;
  }

  @Nullable Overload operator(String function) {
    return OPERATORS.get(function);
  }

  /** Returns the overload, guarded by a check that the values fit it. */
  Overload guarded(String id) {
    var signature = byId.get(id);
    var body = OVERLOADS.get(id);
    if (signature == null) {
      throw new IllegalArgumentException("There is no overload (%s).".formatted(id));
    }
    return (meter, arguments) ->
        body != null && fits(signature, arguments)
            ? body.apply(meter, arguments)
            : noOverload(meter, signature.function(), arguments);
  }

  /** Returns a function that calls the first overload that fits the values. */
  Overload dispatching(String function) {
    var signatures = byName.getOrDefault(function, List.of());
    return (meter, arguments) -> {
      for (var signature : signatures) {
        var body = OVERLOADS.get(signature.id());
        if (body != null && fits(signature, arguments)) {
          return body.apply(meter, arguments);
        }
      }
      return noOverload(meter, function, arguments);
    };
  }

  private static Value noOverload(Meter meter, String function, Value[] arguments) {
    meter.work(STEPS_TO_COMPLAIN);
    return Failures.noOverload(function, arguments);
  }

  private static boolean fits(Signature signature, Value[] arguments) {
    var types = signature.parameters();
    if (types.size() != arguments.length) {
      return false;
    }
    for (var at = 0; at < arguments.length; at++) {
      if (!RuntimeTypes.fits(types.get(at), arguments[at])) {
        return false;
      }
    }
    return true;
  }
}
