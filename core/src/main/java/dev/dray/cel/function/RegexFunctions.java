package dev.dray.cel.function;

import com.google.re2j.Matcher;
import dev.dray.api.meta.Parsed;
import dev.dray.cel.function.Patterns.Compiled;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** The functions that search strings with regular expressions. */
public final class RegexFunctions {
  private static final long STEPS_TO_COMPILE = 8;
  private static final long STEPS_TO_SEARCH = 32;

  /** The steps for each state of a pattern: states are created even if they are never reached. */
  private static final long STEPS_PER_STATE = 4;

  private static final ErrorValue TOO_DEEP =
      new ErrorValue("error matching regexp: expression nests too deeply");

  private RegexFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put("string_find_string", searching("find"));
    table.put("string_find_all_string", searching("findAll"));
    table.put("string_find_all_string_int", searching("findAll"));
  }

  /** Returns an overload that compiles the pattern at each call. */
  private static Overload searching(String function) {
    return (meter, arguments) ->
        switch (read(meter, StringFunctions.text(arguments, 1))) {
          case Parsed.Mistake<Compiled>(var message) -> new ErrorValue("Illegal regex: " + message);
          case Parsed.Value<Compiled>(var compiled) ->
              withPattern(function, compiled).apply(meter, arguments);
        };
  }

  private static Parsed<Compiled> read(Meter meter, String text) {
    return Patterns.read(text, effort -> meter.work(STEPS_TO_COMPILE * effort));
  }

  public static Value matches(Meter meter, Value[] arguments) {
    if (!(arguments[0] instanceof StringValue)) {
      return Arithmetic.unknown("matches", arguments[0]);
    }
    if (!(arguments[1] instanceof StringValue(var text))) {
      return Failures.NO_SUCH_OVERLOAD;
    }
    return switch (read(meter, text)) {
      case Parsed.Mistake<Compiled>(var message) -> new ErrorValue(message);
      case Parsed.Value<Compiled>(var compiled) ->
          withPattern("matches", compiled).apply(meter, arguments);
    };
  }

  /**
   * Returns an overload with a compiled pattern; the searched value may be any that holds a string.
   */
  public static Overload withPattern(String function, Compiled compiled) {
    return (meter, arguments) -> {
      var text = heldText(arguments[0]);
      if (text.isEmpty()) {
        return Failures.NO_SUCH_OVERLOAD;
      }
      meter.work(STEPS_TO_SEARCH + STEPS_PER_STATE * compiled.size());
      var counted = new CountedText(text.get(), meter, compiled.size() + 1);
      try {
        return search(function, compiled.pattern().matcher(counted), counted, arguments);
      } catch (StackOverflowError _) {
        // The library follows chains of empty matches by recursion. An expression that needs more
        // stack than there is fails like one that does not compile.
        return TOO_DEEP;
      }
    };
  }

  private static Value search(
      String function, Matcher matcher, CountedText text, Value[] arguments) {
    return switch (function) {
      case "matches" -> BoolValue.of(matcher.find());
      case "find" ->
          new StringValue(
              matcher.find() ? text.text().substring(matcher.start(), matcher.end()) : "");
      default -> findAll(text.meter(), matcher, text.text(), arguments);
    };
  }

  private static Optional<String> heldText(Value value) {
    return switch (value) {
      case StringValue(var text) -> Optional.of(text);
      case Value.TypeValue(var type) -> Optional.of(type.name());
      case Value.OptionalValue(var inner) -> inner.flatMap(RegexFunctions::heldText);
      default -> Optional.empty();
    };
  }

  private static boolean isInside(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }

  private static Value findAll(Meter meter, Matcher matcher, String text, Value[] arguments) {
    var limit = -1L;
    if (arguments.length == 3) {
      if (!(arguments[2] instanceof IntValue(var number))) {
        return Failures.NO_SUCH_OVERLOAD;
      }
      limit = number;
    }
    var found = new ArrayList<String>();
    var end = -1;
    while ((limit < 0 || found.size() < limit) && matcher.find()) {
      meter.work(STEPS_TO_SEARCH);
      // An empty match right after another match does not count, nor does one inside a character.
      var empty = matcher.start() == matcher.end();
      if (!empty || (matcher.start() != end && !isInside(text, matcher.start()))) {
        meter.build(1);
        found.add(text.substring(matcher.start(), matcher.end()));
      }
      end = matcher.end();
    }
    return ListValue.ofStrings(found);
  }
}
