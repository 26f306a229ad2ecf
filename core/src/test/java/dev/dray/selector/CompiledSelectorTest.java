package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.cel.value.Cancellation;
import dev.dray.selector.DerivedAttribute.Derivation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompiledSelectorTest {
  private static final DeviceExpressions STORED = DeviceExpressions.forStored();
  private static final CelDevice GPU = SampleDevices.gpu();
  private static final String OVER_LIMIT = "operation cancelled: actual cost limit exceeded";

  private static CompiledSelector selector(String expression) {
    return switch (STORED.compileSelector(expression)) {
      case CompileResult.Compiled<CompiledSelector>(var selector, _) -> selector;
      case CompileResult.Refused<CompiledSelector>(var why) ->
          throw new AssertionError(why.message());
    };
  }

  private static DerivedAttribute attribute(String expression) {
    return switch (STORED.compileDerivedAttribute(expression)) {
      case CompileResult.Compiled<DerivedAttribute>(var attribute, _) -> attribute;
      case CompileResult.Refused<DerivedAttribute>(var why) ->
          throw new AssertionError(why.message());
    };
  }

  @Test
  void a_selector_says_yes_no_or_why_not() {
    assertThat(selector("device.driver == 'gpu'").test(GPU)).isEqualTo(Match.YES);
    assertThat(selector("device.driver == 'nic'").test(GPU)).isEqualTo(Match.NO);
    assertThat(selector("device.attributes['gpu'].nope == 1").test(GPU))
        .isEqualTo(new Match.Failed("no such key: nope"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          device.attributes["gpu"].model   | CEL result of type string could not be converted to bool: unsupported native conversion from string to 'bool'
          device.attributes["gpu"].index   | CEL result of type int could not be converted to bool: unsupported type conversion from 'int' to bool
          device.attributes["gpu"].links   | CEL result of type list could not be converted to bool: type conversion error from list to 'bool'
          device.attributes["gpu"].version | CEL result of type kubernetes.Semver could not be converted to bool: type conversion error from 'Semver' to 'bool'
          dyn(null)                        | CEL result of type null_type could not be converted to bool: type conversion error from 'null_type' to 'bool'
          """)
  void a_result_that_is_no_bool_is_a_failure(String expression, String message) {
    assertThat(selector(expression).test(GPU)).isEqualTo(new Match.Failed(message));
  }

  @Test
  void one_wrong_attribute_fails_every_expression() {
    var noVersion =
        SampleDevices.with(
            Map.of(
                "a", new DeviceAttribute.IntValue(1), "v", new DeviceAttribute.VersionValue("x")));
    var noValue = SampleDevices.with(Map.of("v", DeviceAttribute.of(List.of())));

    assertThat(selector("true").test(noVersion))
        .isEqualTo(
            new Match.Failed(
                "attribute v: parse semantic version: No Major.Minor.Patch elements found"));
    assertThat(selector("true").test(noValue))
        .isEqualTo(new Match.Failed("attribute v: unsupported attribute value"));
    assertThat(attribute("1").of(noValue))
        .isEqualTo(new Derivation.Failed("attribute v: unsupported attribute value"));
  }

  @Test
  void of_several_values_the_lists_come_first() {
    var device =
        SampleDevices.with(
            Map.of(
                "v",
                DeviceAttribute.of(
                    List.of(
                        new DeviceAttribute.IntValue(1),
                        new DeviceAttribute.StringValues(List.of("a"))))));

    assertThat(selector("device.attributes['gpu'].v == ['a']").test(device)).isEqualTo(Match.YES);
  }

  @Test
  void of_two_spellings_the_qualified_one_counts() {
    for (var names : List.of(List.of("x", "gpu/x"), List.of("gpu/x", "x"))) {
      var attributes = new LinkedHashMap<String, DeviceAttribute>();
      names.forEach(name -> attributes.put(name, new DeviceAttribute.StringValue(name)));
      var device = SampleDevices.with(attributes);

      assertThat(selector("device.attributes['gpu'].x == 'gpu/x'").test(device))
          .isEqualTo(Match.YES);
      assertThat(selector("device.attributes['gpu'].size() == 1").test(device))
          .isEqualTo(Match.YES);
      assertThat(selector("device.attributes['gpu'].all(k, v, v == 'gpu/x')").test(device))
          .isEqualTo(Match.YES);
    }
  }

  @Test
  void a_name_is_split_at_its_first_slash() {
    var device = SampleDevices.with(Map.of("a/b/c", new DeviceAttribute.IntValue(1)));

    assertThat(selector("device.attributes['a']['b/c'] == 1").test(device)).isEqualTo(Match.YES);
    assertThat(selector("'a/b' in device.attributes").test(device)).isEqualTo(Match.NO);
    assertThat(selector("has(device.attributes['a/b'].c)").test(device)).isEqualTo(Match.NO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          device.driver == "gpu"                                    | 3
          has(device.attributes["gpu"].model)                       | 3
          device.attributes["gpu"].?model.orValue("a") == "h200"    | 5
          "a" in ["a", "b"]                                         | 0
          device.driver in ["a", "gpu"]                             | 2
          [1, 2, 3].all(x, x > 0)                                   | 16
          cel.bind(x, device.driver, x == x)                        | 5
          [3, 1, 2].sort() == [1, 2, 3]                             | 30
          true ? device.driver == "gpu" : false                     | 3
          (true ? device.driver : "a") == "gpu"                     | 2
          device.driver.matches("^g")                               | 3
          quantity("80Gi").isLessThan(device.capacity["gpu"].memory) | 6
          """)
  void an_evaluation_costs_what_it_costs_upstream(String expression, long cost) {
    assertThat(selector(expression).measure(GPU).cost()).isEqualTo(cost);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$ || true", "!$ && false", "true ? $ : true", "[1].exists(x, $)"})
  void nothing_absorbs_the_limit(String around) {
    var endless =
        "lists.range(1000).all(a, lists.range(1000).all(b, lists.range(1000).all(c, true)))";

    assertThat(selector(around.replace("$", endless)).test(GPU))
        .isEqualTo(new Match.Failed(OVER_LIMIT));
  }

  @Test
  void a_cancelled_evaluation_ends_in_its_next_long_loop() {
    Cancellation cancelled = () -> Optional.of("context canceled");

    assertThat(selector("lists.range(99).all(x, true)").test(GPU, cancelled)).isEqualTo(Match.YES);
    assertThat(selector("lists.range(100).all(x, true) || true").test(GPU, cancelled))
        .isEqualTo(new Match.Failed("operation interrupted: context canceled"));
    assertThat(attribute("lists.range(100).all(x, true)").of(GPU, cancelled))
        .isEqualTo(new Derivation.Failed("operation interrupted: context canceled"));
  }

  @Test
  void the_signal_is_asked_every_hundred_turns() {
    var asked = new AtomicInteger();
    Cancellation counting =
        () -> {
          asked.incrementAndGet();
          return Optional.empty();
        };

    selector("lists.range(1000).all(x, true)").test(GPU, counting);

    assertThat(asked).hasValue(10);
  }

  @Test
  void a_derived_attribute_is_a_scalar_or_a_list_of_one_type() {
    assertThat(attribute("device.attributes['gpu'].version").of(GPU))
        .isEqualTo(new Derivation.Derived(new DeviceAttribute.VersionValue("550.54.15")));
    assertThat(attribute("[true, false]").of(GPU))
        .isEqualTo(new Derivation.Derived(new DeviceAttribute.BoolValues(List.of(true, false))));
    assertThat(attribute("[1].filter(x, x > 1)").of(GPU))
        .isEqualTo(new Derivation.Derived(new DeviceAttribute.StringValues(List.of())));
    assertThat(attribute("[dyn('a'), dyn(1)]").of(GPU))
        .isEqualTo(
            new Derivation.Failed("expected list element at index 1 to be string, got int64"));
    assertThat(attribute("[dyn(1.5)]").of(GPU))
        .isEqualTo(new Derivation.Failed("unsupported list element type: float64"));
    assertThat(attribute("dyn(quantity('1'))").of(GPU))
        .isEqualTo(new Derivation.Failed("unsupported CEL return type: *resource.Quantity"));
  }

  @Test
  void a_compiled_selector_keeps_its_expression() {
    assertThat(selector("device.driver == 'a'").expr().type())
        .isEqualTo(dev.dray.cel.value.Type.BOOL);
  }
}
