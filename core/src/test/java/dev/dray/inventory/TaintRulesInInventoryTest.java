package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The taints that devices have from their driver and from DeviceTaintRules. */
class TaintRulesInInventoryTest {
  private static final String DEVICES =
      """
      nodeName: n1
      devices:
      - {name: d1, taints: [{key: own, effect: NoExecute}]}
      - {name: d2}
      """;

  private static String rule(String selector, String key) {
    return "deviceSelector: {%s}\ntaint: {key: %s, effect: NoSchedule}".formatted(selector, key);
  }

  private static World world() {
    return World.empty().slice("s", "p", DEVICES);
  }

  private static List<String> taints(World world, String device) {
    return world.traits("p", device).taints().stream().map(DeviceTaint::key).toList();
  }

  @Test
  void the_drivers_taints_come_first_and_then_those_of_rules_by_name() {
    var world =
        world()
            .rule("c", rule("", "third"))
            .rule("a", rule("driver: gpu.example.com", "first"))
            .rule("b", rule("pool: p", "second"));

    assertThat(taints(world, "d1")).containsExactly("own", "first", "second", "third");
    assertThat(taints(world, "d2")).containsExactly("first", "second", "third");
  }

  @Test
  void a_rule_is_for_what_its_selector_names() {
    var world =
        world()
            .rule("a", rule("driver: other", "x"))
            .rule("b", rule("pool: other", "x"))
            .rule("c", rule("device: d2", "one"));

    assertThat(taints(world, "d1")).containsExactly("own");
    assertThat(taints(world, "d2")).containsExactly("one");
  }

  @Test
  void a_rule_without_a_selector_is_for_all() {
    var world = world().rule("a", "taint: {key: all, effect: NoSchedule}");

    assertThat(taints(world, "d2")).containsExactly("all");
  }

  @Test
  void rules_come_go_and_change() {
    var world = world().rule("a", rule("device: d1", "x"));
    assertThat(taints(world, "d1")).containsExactly("own", "x");

    world.rule("a", rule("device: d2", "z"));
    assertThat(taints(world, "d1")).containsExactly("own");
    assertThat(taints(world, "d2")).containsExactly("z");

    world.inventory().removeTaintRule("a");
    assertThat(taints(world, "d2")).isEmpty();
  }

  @Test
  void without_the_gate_rules_do_nothing() {
    var world =
        World.without(Gate.DRA_DEVICE_TAINT_RULES)
            .slice("s", "p", DEVICES)
            .rule("a", rule("", "x"));

    assertThat(taints(world, "d1")).containsExactly("own");
  }
}
