package dev.dray.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ApiObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectorRulesTest {
  private static final String AT = "spec.selectors[0].cel.expression";

  private static ApiObject deviceClass(String expression) {
    return Written.object(
        "DeviceClass", "selectors:\n- cel:\n    expression: |-\n" + expression.indent(6));
  }

  private static Violations create(String expression, Gates gates) {
    return Validator.with(gates).create(deviceClass(expression));
  }

  private static Violations create(String expression) {
    return create(expression, Gates.defaults());
  }

  @Test
  void an_expression_about_a_device_is_accepted() {
    assertThat(create("device.attributes['gpu.example.com'].model == 'a100'")).isEmpty();
  }

  @Test
  void one_that_does_not_compile_is_refused_with_the_compilers_words() {
    var found = create("noSuchVariable");

    assertThat(Written.found(found)).containsExactly("INVALID " + AT + " cel");
    assertThat(found.toList().getFirst().detail())
        .startsWith("compilation failed: ERROR: <input>:1:1: undeclared reference to");
  }

  @Test
  void one_that_decides_nothing_is_refused() {
    assertThat(Written.found(create("device.driver"))).containsExactly("INVALID " + AT + " cel");
  }

  @Test
  void one_that_costs_too_much_is_forbidden() {
    var expensive =
        "device.attributes['d'].all(a, device.attributes['d'].all(b,"
            + " device.attributes['d'].all(c, device.attributes['d'].all(e, a == b && c == e))))";

    assertThat(Written.found(create(expensive))).containsExactly("FORBIDDEN " + AT + " celCost");
  }

  @Test
  void what_an_expression_may_use_depends_on_the_gates_unless_it_is_stored() {
    var off = Gates.defaults().without(Gate.DRA_CONSUMABLE_CAPACITY);
    var sharing = "device.allowMultipleAllocations";

    assertThat(create(sharing)).isEmpty();
    assertThat(Written.found(create(sharing, off))).containsExactly("INVALID " + AT + " cel");
    assertThat(Validator.with(off).update(deviceClass(sharing), deviceClass(sharing))).isEmpty();
  }

  @Test
  void reordered_selectors_are_new() {
    var stored = Written.object("DeviceClass", "selectors: [%s, %s]".formatted(cel("x"), cel("y")));
    var swapped =
        Written.object("DeviceClass", "selectors: [%s, %s]".formatted(cel("y"), cel("x")));

    assertThat(Written.onUpdate(stored, stored)).isEmpty();
    assertThat(Written.onUpdate(swapped, stored)).hasSize(2);
  }

  private static String cel(String expression) {
    return "{cel: {expression: %s == 1}}".formatted(expression);
  }

  @Test
  void derived_attributes_share_one_budget() {
    var nested =
        "device.attributes['d'].all(a, device.attributes['d'].all(b,"
            + " device.attributes['d'].all(c, a == b && b == c)))";
    var claim =
        Written.claim(
            """
            requests:
            - name: a
              exactly:
                deviceClassName: gpu
                allocationMode: ExactCount
                count: 1
                derivedAttributes: [%s]
            constraints: [%s]
            """
                .formatted(
                    each("{name: d.io/x%d, expression: \"" + nested + "\"}"),
                    each("{matchAttribute: d.io/x%d}")));

    assertThat(Written.onCreate(claim)).containsExactly("FORBIDDEN spec.devices celCost");
  }

  private static String each(String pattern) {
    return IntStream.range(0, 32).mapToObj(pattern::formatted).collect(Collectors.joining(", "));
  }
}
