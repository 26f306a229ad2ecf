package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.dray.api.resource.DeviceAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Expressions meant to run forever or to fill the memory: each is refused, or ends after a number
 * of steps that can be counted, on a small stack.
 */
class HostileEvaluationTest {
  private static final DeviceExpressions STORED = DeviceExpressions.forStored();
  private static final CelDevice DEVICE = device();
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final long SMALL_STACK = 512 * 1024;
  private static final long MOST_STEPS = 12_000_000;

  private static CelDevice device() {
    var attributes = new LinkedHashMap<String, DeviceAttribute>();
    attributes.put("model", new DeviceAttribute.StringValue("a".repeat(64)));
    attributes.put("links", new DeviceAttribute.StringValues(List.of("a", "b", "c")));
    return new CelDevice("d", attributes, Map.of(), true);
  }

  /** Gives a name to a value, then names to values made of the one before. */
  private static String grown(String start, String growth, int times, String then) {
    var text = new StringBuilder("cel.bind(v0, " + start + ", ");
    for (var level = 1; level <= times; level++) {
      text.append("cel.bind(v%d, %s, ".formatted(level, growth.replace("$", "v" + (level - 1))));
    }
    return text.append(then.replace("$", "v" + times)).append(")".repeat(times + 1)).toString();
  }

  private static String loops(int depth, String body) {
    var text = new StringBuilder();
    for (var level = 0; level < depth; level++) {
      text.append("lists.range(100).all(i%d, ".formatted(level));
    }
    return text + body + ")".repeat(depth);
  }

  private static String often(String body) {
    return "lists.range(1000).all(i, lists.range(1000).all(j, " + body + "))";
  }

  private static final String LONG_TEXT = "'" + "x".repeat(1_000) + "'";

  static List<String> hostile() {
    var all = new ArrayList<String>();
    all.add(loops(3, "true"));
    all.add(loops(10, "true"));
    all.add(loops(3, "i0 + i1 + i2 >= 0"));
    all.add(loops(4, "true") + " || true");
    all.add("!(" + loops(4, "true") + ") && false ? true : true");
    all.add("[" + loops(4, "true") + "].exists(x, true)");
    all.add("optional.of(" + loops(4, "true") + ").hasValue() || true");
    all.add("lists.range(1000).map(x, lists.range(1000)).size() > 0");
    all.add("lists.range(1000).map(x, lists.range(x)).flatten().size() > 0");
    all.add("lists.range(1000000).map(x, x).size() > 0");
    all.add("lists.range(500).transformMap(k, v, lists.range(500).map(x, x)).size() > 0");
    // Texts that double.
    all.add(grown("'x'", "$ + $", 60, "$.size() > 0"));
    all.add(grown("dyn('x')", "$ + $", 60, "$ == 'x'"));
    all.add(grown("b'x'", "$ + $", 60, "$.size() > 0"));
    all.add(grown("'x'", "'%s%s%s%s%s%s%s%s'.format([$,$,$,$,$,$,$,$])", 30, "$.size() > 0"));
    all.add(grown("'xx'", "$.replace('', $)", 20, "$.size() > 0"));
    all.add(grown("'xx'", "$.replace('x', $)", 20, "$.size() > 0"));
    all.add(grown("'xx'", "[$, $, $, $].join($)", 20, "$.size() > 0"));
    all.add(grown("'\\\\'", "strings.quote($)", 40, "$.size() > 0"));
    all.add(grown("'x'", "'%x'.format([$])", 40, "$.size() > 0"));
    all.add("'%.999999999f'.format([1.0]).size() > 0");
    all.add("'%.9999999f'.format([1.0]).size() > 0");
    all.add("'%.99999999e'.format([1.0]).size() > 0");
    all.add(often("'%.99999f'.format([1.0]).size() > 0"));
    // Lists that double.
    for (var use :
        List.of(
            "$.size() > 0",
            "$ == $",
            "$[5] == 1",
            "1 in $",
            "2 in $",
            "$.sum() > 0",
            "$.max() > 0",
            "$.isSorted()",
            "$.indexOf(7) == 0",
            "$.lastIndexOf(7) == 0",
            "$.map(x, x).size() > 0",
            "$.reverse().size() > 0",
            "$.distinct().size() > 0",
            "$.sort().size() > 0",
            "dyn($).sort().size() > 0",
            "$.slice(0, 9).size() > 0",
            "$.last().hasValue()",
            "dyn($).includes(7)",
            "sets.contains($, $)",
            "sets.contains($, [1])",
            "'%s'.format([$]) == ''",
            "[$, $].flatten().size() > 0",
            "$.exists(i, v, v == 7)")) {
      all.add(grown("[1, 1]", "$ + $", 50, use));
    }
    // Lists that contain themselves twice.
    for (var use :
        List.of(
            "$ == $",
            "[$] == [$]",
            "$ in [$, $]",
            "[$, $].distinct().size() > 0",
            "[$].indexOf($) == 0",
            "$.flatten(100).size() > 0",
            "'%s'.format([$]) == ''",
            "sets.equivalent([$], [$])",
            "dyn($).includes($)",
            "optional.of($) == optional.of($)",
            "{'a': $} == {'a': $}")) {
      all.add(grown("dyn([1])", "dyn([$, $])", 60, use));
    }
    for (var use : List.of("$ == $", "'%s'.format([$]) == ''", "dyn($).includes($)")) {
      all.add(grown("dyn({'a': 1})", "dyn({'a': $, 'b': $})", 60, use));
    }
    // Cheap calls on long texts.
    var text = grown("'" + "x".repeat(900) + "'", "$ + $", 8, "%");
    for (var use :
        List.of(
            "$.size() > 0",
            "$.charAt(0) == 'x'",
            "dyn($) < dyn($ + 'a')",
            "bytes(dyn($)).size() > 0",
            "$ in [$ + 'a', $ + 'b', $ + 'c']",
            "$ == 'xxxxxxxxxxxx'",
            "dyn($) == 1",
            "{'a': 1}[?$].hasValue()",
            "has({'a': 1}[$].b)",
            "'%s'.format([[$]]) == ''",
            "$.matches('x{1000}y')",
            "$.find('(x+x+)+y') == ''",
            "$.findAll('').size() > 0",
            "$.split('').size() > 0",
            "url('http://a/' + $).getHost() == 'a'",
            "isIP($)",
            "format.dns1123Subdomain().validate($).hasValue()",
            "semver($).major() == 1",
            "isQuantity($)")) {
      all.add(text.replace("%", often(use.replace("$", "v8"))));
    }
    // Patterns.
    all.add(often("device.driver.matches('(x{9}" + "y".repeat(90) + "){1000}' + string(j))"));
    all.add(often(LONG_TEXT + ".matches('(x?){1000}x{1000}')"));
    all.add(often(LONG_TEXT + ".matches('(.*)(.*)(.*)(.*)(.*)[0-9]')"));
    all.add(LONG_TEXT + ".matches('((a{100}){100}){100}')");
    all.add("device.driver.matches('(((((((((x{2}){2}){2}){2}){2}){2}){2}){2}){2}){2}')");
    // Times, numbers and names.
    all.add(often("timestamp(0).getHours('America/New_York') >= 0"));
    all.add(often("timestamp(0).getHours('Nowhere/Nowhere') >= 0"));
    all.add(often("quantity('1e1000').add(quantity('1e-9')).isInteger()"));
    all.add(grown("quantity('9e999')", "$.add($)", 90, "$.isInteger()"));
    all.add(often("url('http://a/%zz').getHost() == ''"));
    all.add(often("device.attributes[string(i)][string(j)] == 1 || true"));
    all.add(often("device.attributes.d.links.exists(l, l == 'z') || true"));
    return all;
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void every_expression_ends_after_so_many_steps(String expression) {
    var answer =
        assertTimeoutPreemptively(
            SOON, () -> onSmallStack(() -> STORED.compileSelector(expression)));

    if (answer instanceof CompileResult.Compiled<CompiledSelector>(var selector, _)) {
      var measured =
          assertTimeoutPreemptively(SOON, () -> onSmallStack(() -> selector.measure(DEVICE)));

      assertThat(measured.cost()).isLessThanOrEqualTo(DeviceExpressions.COST_LIMIT);
      assertThat(measured.steps()).isLessThanOrEqualTo(MOST_STEPS);
    }
  }

  private static <T> T onSmallStack(Callable<T> call) throws Exception {
    var task = new FutureTask<>(call);
    var thread = new Thread(null, task, "small", SMALL_STACK);
    thread.start();
    return task.get();
  }
}
