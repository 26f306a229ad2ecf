package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.selector.Checked.Accepted;
import dev.dray.selector.Checked.Reason;
import dev.dray.selector.Checked.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceExpressionsTest {
  private static final Gates NONE =
      Gates.defaults().without(Gate.DRA_CONSUMABLE_CAPACITY).without(Gate.DRA_LIST_TYPE_ATTRIBUTES);
  private static final Gates ALL =
      NONE.with(Gate.DRA_CONSUMABLE_CAPACITY).with(Gate.DRA_LIST_TYPE_ATTRIBUTES);

  private static final DeviceExpressions STORED = DeviceExpressions.forStored();
  private static final DeviceExpressions PLAIN = DeviceExpressions.forNew(NONE);
  private static final DeviceExpressions FULL = DeviceExpressions.forNew(ALL);

  private static String message(Checked checked) {
    return checked instanceof Refused refused ? refused.message() : "accepted";
  }

  @Test
  void a_selector_is_priced_by_what_it_reads_and_calls() {
    var selector =
        "device.driver == 'gpu.example.com'"
            + " && device.attributes['gpu.example.com'].model == 'h200'"
            + " && device.capacity['gpu.example.com'].memory.compareTo(quantity('80Gi')) >= 0";

    assertThat(PLAIN.selector(selector)).isEqualTo(new Accepted(16, "bool"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true                                                                       | 0
          device.driver == "gpu"                                                     | 3
          device.attributes["d"].exists(i, i == "model")                             | 196
          device.attributes.exists(d, device.attributes[d].exists(i, i == "model"))  | 6435
          device.capacity["d"]["memory"] != quantity("1")                            | 5
          device.capacity["d"].memory == quantity("1")                               | 6
          !(device.capacity["d"].memory == quantity("1"))                            | 7
          cel.bind(x, 1, x == 1)                                                     | 12
          device.attributes["d"].?index.optMap(i, i + 1).orValue(0) == 4             | 25
          [3, 1, 2].sortBy(e, -e) == [3, 2, 1]                                       | 115
          "a b".replace(" ", "--").split("-").size() == 3                            | 5
          sets.contains([1, 2], [1])                                                 | 23
          has(device.attributes.x.y)                                                 | 3
          dyn(1) == 1                                                                | 2
          google.protobuf.Int64Value{value: 5} == 5                                  | 41
          """)
  void the_estimate_is_upstreams(String expression, long cost) {
    assertThat(STORED.selector(expression)).isEqualTo(new Accepted(cost, "bool"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.capacity['d'].memory != quantity('1')",
        "['a', 'b'].join(',') == device.driver",
        "type(device.driver) == string",
        "lists.range(1000000).size() > 0",
        "device.attributes['d'].links.exists(x, x.matches('^a'))"
      })
  void what_has_no_bounded_size_or_many_steps_is_over_the_limit_but_compiles(String expression) {
    assertThat(STORED.selector(expression))
        .isInstanceOfSatisfying(
            Accepted.class,
            accepted -> assertThat(accepted.maxCost()).isGreaterThan(DeviceExpressions.COST_LIMIT));
  }

  @Test
  void a_cost_beyond_any_long_is_the_largest_long() {
    var nested = "lists.range(int(device.driver)).all(a, lists.range(a).all(b, b > 0))";

    assertThat(STORED.selector(nested)).isEqualTo(new Accepted(Long.MAX_VALUE, "bool"));
  }

  @Test
  void a_key_next_to_a_value_is_priced_as_the_value() {
    assertThat(STORED.selector("device.attributes['d'].exists(k, k == device.driver)"))
        .isEqualTo(new Accepted(356, "bool"));
    assertThat(STORED.selector("device.attributes['d'].exists(k, v, k == device.driver)"))
        .isEqualTo(new Accepted(452, "bool"));
  }

  @Test
  void every_mistake_is_shown_with_its_line_and_a_caret() {
    assertThat(message(PLAIN.selector("device.driver ==\n  device.nope || foo")))
        .isEqualTo(
            """
            compilation failed: ERROR: <input>:2:9: undefined field 'nope'
             |   device.nope || foo
             | ........^
            ERROR: <input>:2:18: undeclared reference to 'foo' (in container '')
             |   device.nope || foo
             | .................^\
            """);
  }

  @Test
  void the_caret_is_wide_below_wide_characters() {
    assertThat(message(PLAIN.selector("'\u00e9\u00e9' == 1")))
        .endsWith("\n | '\u00e9\u00e9' == 1\n | .\uff0e\uff0e..^");
    assertThat(message(PLAIN.selector("\u00e9 == 1"))).contains("\n | \uff3e");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          device.nope            | 1:7: undefined field 'nope'
          nope                   | 1:1: undeclared reference to 'nope' (in container '')
          device["driver"]       | 1:7: found no matching overload for '_[_]' applied to '(kubernetes.DRADevice, string)'
          device.driver.foo      | 1:14: type 'string' does not support field selection
          1 && true              | 1:1: expected type 'bool' but found 'int'
          [1, "a"] == []         | 1:5: expected type 'int' but found 'string'
          1 +                    | 1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          as == 1                | 1:1: reserved identifier: as
          a.true == 1            | 1:3: Syntax error: mismatched input 'true' expecting IDENTIFIER
          quantity("1").foo      | 1:14: unexpected failed resolution of 'kubernetes.Quantity'
          "a".matches("(")       | 1:13: invalid matches argument
          duration("x") > duration("1s") | 1:10: invalid duration argument
          timestamp("x") > timestamp(0)  | 1:11: invalid timestamp argument
          "%d".format(["a"]) == ""       | 1:14: error during formatting: decimal clause can only be used on integers, was given string
          "%d %s".format([1]) == ""      | 1:15: index 1 out of range
          "a".format([1]) == ""          | 1:11: too many arguments supplied to string.format (expected 0, got 1)
          [1, 2].map(x.y, 1) == []       | 1:13: argument is not an identifier
          [1].all(__result__, true)      | 1:9: iteration variable overwrites accumulator variable
          [1].all(a, a, true)            | 1:12: duplicate variable name: a
          has(device)                    | 1:5: invalid argument to has() macro
          cel.bind(x.y, 1, true)         | 1:11: cel.bind() variable names must be simple identifiers
          """)
  void messages_are_upstreams(String expression, String message) {
    assertThat(message(PLAIN.selector(expression)))
        .startsWith("compilation failed: ERROR: <input>:" + message + "\n | ");
  }

  @Test
  void a_constant_that_cannot_be_converted_is_reported_as_upstreams_own_failure() {
    assertThat(PLAIN.selector("int('x') == 1"))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.INTERNAL);
              assertThat(refused.message())
                  .isEqualTo(
                      "program instantiation failed: type conversion error from 'string' to"
                          + " 'int'");
            });
    assertThat(message(PLAIN.selector("device.driver.find('(') == ''")))
        .isEqualTo("program instantiation failed: error parsing regexp: missing closing ): `(`");
    assertThat(message(PLAIN.selector("[int].all(t, t == int)")))
        .isEqualTo("program instantiation failed: reference to undefined type: t");
  }

  @Test
  void a_selector_must_be_a_bool_or_an_attribute() {
    assertThat(message(PLAIN.selector("1")))
        .isEqualTo("must evaluate to bool or the unknown type, not int");
    assertThat(PLAIN.selector("device.attributes['d'].x"))
        .isEqualTo(new Accepted(4, "google.protobuf.Any"));
    assertThat(FULL.selector("device.attributes['d'].x")).isEqualTo(new Accepted(4, "dyn"));
    assertThat(message(PLAIN.selector("dyn(true)")))
        .isEqualTo("must evaluate to bool or the unknown type, not dyn");
    assertThat(FULL.selector("dyn(true)")).isEqualTo(new Accepted(1, "dyn"));
  }

  @Test
  void a_derived_attribute_is_a_scalar_or_where_lists_are_allowed_a_list_of_scalars() {
    assertThat(PLAIN.derivedAttribute("semver('1.2.3')"))
        .isEqualTo(new Accepted(1, "kubernetes.Semver"));
    assertThat(FULL.derivedAttribute("['a']")).isEqualTo(new Accepted(10, "list(string)"));
    assertThat(message(PLAIN.derivedAttribute("['a']")))
        .isEqualTo(
            "must evaluate to a primitive scalar (string, integer, boolean, semver), not"
                + " list(string)");
    assertThat(message(FULL.derivedAttribute("[['a']]")))
        .isEqualTo(
            "must evaluate to a primitive scalar (string, integer, boolean, semver) or a list of"
                + " these scalars, not list(list(string))");
    assertThat(message(PLAIN.derivedAttribute("1.5"))).endsWith(", not double");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.allowMultipleAllocations",
        "device.attributes['d'].links.includes('a')",
        "device.attributes['d'].links.exists(l, l == 'a')"
      })
  void a_gated_feature_is_refused_where_its_gate_is_off_unless_it_is_stored(String expression) {
    assertThat(PLAIN.selector(expression)).isInstanceOf(Refused.class);
    assertThat(FULL.selector(expression)).isInstanceOf(Accepted.class);
    assertThat(STORED.selector(expression)).isInstanceOf(Accepted.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          device.capacity["d"].memory >= quantity("1Gi")    | Quantities have no operators
          device.attributes["d"].v > semver("1.0.0")        | Versions have no operators
          device.capacity["d"].memory == "1Gi"              | Turn the string into a quantity
          device.allowMultipleAllocations                   | feature gate DRAConsumableCapacity
          attributes["d"].x                                 | device.attributes
          """)
  void common_mistakes_get_a_hint(String expression, String hint) {
    assertThat(PLAIN.selector(expression))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.hint().orElse("")).contains(hint));
  }

  @Test
  void the_same_question_is_answered_from_memory() {
    assertThat(PLAIN.selector("device.driver == 'a'"))
        .isSameAs(PLAIN.selector("device.driver == 'a'"));
  }
}
