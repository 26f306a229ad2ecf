package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.patch.Notice;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What ResourceSlicePatches make of devices (KEP-5027). */
class PatchesInInventoryTest {
  private static final String DEVICES =
      """
      nodeName: n1
      mixins:
        device: [{name: base, attributes: {vendor: {string: acme}}}]
      devices:
      - name: d1
        includes: [base]
        allowMultipleAllocations: true
        attributes: {model: {string: a100}, index: {int: 1}}
        capacity:
          memory: {value: 80Gi, requestPolicy: {default: 1Gi, validRange: {min: 1Gi}}}
      - name: d2
        attributes: {model: {string: h100}, index: {int: 2}}
      """;

  private static World world() {
    return World.empty().slice("s", "p", DEVICES);
  }

  private static String set(String value) {
    return "attributes: {gpu.example.com/tier: {string: %s}}\n".formatted(value);
  }

  private static String filtered(String filter, String value) {
    return "filter: {%s}\n%s".formatted(filter, set(value));
  }

  private static final String TIER_D1 = "tier=gold";

  @Test
  void a_patch_without_a_filter_is_for_every_device() {
    var world = world().patch("a", set("gold"));

    assertThat(world.attributes("p", "d1"))
        .containsExactly("index=1", "model=a100", "tier=gold", "vendor=acme");
    assertThat(world.attributes("p", "d2")).containsExactly("index=2", "model=h100", "tier=gold");
  }

  @Test
  void a_patch_wins_over_what_is_published_and_included_in_either_spelling() {
    var world =
        world()
            .patch(
                "a",
                """
                attributes:
                  gpu.example.com/model: {string: patched}
                  gpu.example.com/vendor: {string: patched}
                """);

    assertThat(world.attributes("p", "d1"))
        .containsExactly("index=1", "model=patched", "vendor=patched");
  }

  @Test
  void null_takes_an_attribute_away() {
    var world =
        world()
            .patch(
                "a",
                "attributes: {gpu.example.com/model: {null: {}}, gpu.example.com/vendor: {null:"
                    + " {}}}");

    assertThat(world.attributes("p", "d1")).containsExactly("index=1");
  }

  @Test
  void the_higher_priority_wins_and_an_absent_one_is_zero() {
    var world =
        world()
            .patch("a", "priority: -1\n" + set("low"))
            .patch("b", set("middle"))
            .patch("c", "priority: 1\n" + set("high"));

    assertThat(world.attributes("p", "d2")).contains("tier=high");
    world.inventory().removePatch("c");
    assertThat(world.attributes("p", "d2")).contains("tier=middle");
    world.inventory().removePatch("b");
    assertThat(world.attributes("p", "d2")).contains("tier=low");
  }

  @Test
  void of_equal_priorities_the_older_wins_and_then_the_smaller_name() {
    var world =
        world()
            .patch("a", "2026-01-02T00:00:00Z", set("newer"))
            .patch("c", "2026-01-01T00:00:00Z", set("older-c"))
            .patch("b", "2026-01-01T00:00:00Z", set("older-b"));

    assertThat(world.attributes("p", "d2")).contains("tier=older-b");
  }

  @Test
  void each_name_is_decided_by_itself() {
    var world =
        world()
            .patch("a", "priority: 2\nattributes: {gpu.example.com/x: {int: 1}}")
            .patch("b", "attributes: {gpu.example.com/x: {int: 2}, gpu.example.com/y: {int: 2}}");

    assertThat(world.attributes("p", "d2")).contains("x=1", "y=2");
  }

  @Test
  void null_competes_like_a_value() {
    var removes = "attributes: {gpu.example.com/model: {null: {}}}";
    var sets = "attributes: {gpu.example.com/model: {string: patched}}";

    assertThat(world().patch("a", "priority: 1\n" + removes).patch("b", sets).attributes("p", "d2"))
        .containsExactly("index=2");
    assertThat(world().patch("a", removes).patch("b", "priority: 1\n" + sets).attributes("p", "d2"))
        .containsExactly("index=2", "model=patched");
  }

  @Test
  void filters_by_driver_pool_and_device() {
    assertThat(
            world().patch("a", filtered("driver: gpu.example.com", "gold")).attributes("p", "d1"))
        .contains(TIER_D1);
    assertThat(world().patch("a", filtered("driver: other", "gold")).attributes("p", "d1"))
        .doesNotContain(TIER_D1);
    assertThat(world().patch("a", filtered("pool: p", "gold")).attributes("p", "d1"))
        .contains(TIER_D1);
    assertThat(world().patch("a", filtered("pool: q", "gold")).attributes("p", "d1"))
        .doesNotContain(TIER_D1);
    var one = world().patch("a", filtered("driver: gpu.example.com, pool: p, device: d1", "gold"));
    assertThat(one.attributes("p", "d1")).contains(TIER_D1);
    assertThat(one.attributes("p", "d2")).doesNotContain(TIER_D1);
  }

  private static String cel(String expression) {
    return "selectors: [{cel: {expression: \"%s\"}}]".formatted(expression);
  }

  @Test
  void filters_by_selector() {
    var world =
        world()
            .patch("a", filtered(cel("device.attributes['gpu.example.com'].index == 1"), "gold"));

    assertThat(world.attributes("p", "d1")).contains(TIER_D1);
    assertThat(world.attributes("p", "d2")).doesNotContain(TIER_D1);
  }

  @Test
  void filters_see_mixins_but_no_patches() {
    var world =
        world()
            .patch("a", "priority: 9\nattributes: {gpu.example.com/index: {int: 1}}")
            .patch(
                "b",
                filtered(
                    cel(
                        "device.attributes['gpu.example.com'].index == 1 &&"
                            + " device.attributes['gpu.example.com'].vendor == 'acme'"),
                    "gold"));

    assertThat(world.attributes("p", "d1")).contains(TIER_D1);
    assertThat(world.attributes("p", "d2")).contains("index=1").doesNotContain(TIER_D1);
  }

  @Test
  void filters_by_class_once_the_class_exists() {
    var world = world().patch("a", filtered("deviceClassName: first", "gold"));
    assertThat(world.attributes("p", "d1")).doesNotContain(TIER_D1);

    world.deviceClass("first", "device.attributes[\"gpu.example.com\"].index == 1");
    assertThat(world.attributes("p", "d1")).contains(TIER_D1);
    assertThat(world.attributes("p", "d2")).doesNotContain(TIER_D1);

    world.deviceClass("first", "device.attributes[\"gpu.example.com\"].index == 2");
    assertThat(world.attributes("p", "d1")).doesNotContain(TIER_D1);
    assertThat(world.attributes("p", "d2")).contains(TIER_D1);

    world.inventory().removeClass("first");
    assertThat(world.attributes("p", "d2")).doesNotContain(TIER_D1);
    assertThat(world.inventory().takeNotices()).isEmpty();
  }

  @Test
  void a_filter_that_fails_on_a_device_leaves_it_alone_and_this_is_said_once() {
    var world =
        world()
            .patch(
                "a", filtered(cel("device.attributes['gpu.example.com'].vendor == 'acme'"), "gold"))
            .patch("b", "attributes: {gpu.example.com/other: {int: 3}}");

    assertThat(world.attributes("p", "d1")).contains(TIER_D1, "other=3");
    assertThat(world.attributes("p", "d2")).contains("other=3").doesNotContain(TIER_D1);
    assertThat(world.inventory().takeNotices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.reason().word()).isEqualTo("CELRuntimeError");
              assertThat(notice.name()).isEqualTo("a");
              assertThat(notice.device().orElseThrow()).hasToString("gpu.example.com/p/d2");
              assertThat(notice.devices()).isEqualTo(1);
              assertThat(notice.message()).startsWith("selectors[0]: ").contains("vendor");
            });

    world.patch("c", set("more")).snapshot();
    assertThat(world.inventory().takeNotices()).isEmpty();
  }

  @Test
  void what_was_put_right_and_is_wrong_again_is_said_again() {
    var wrong = filtered(cel("device.attributes['gpu.example.com'].vendor == 'acme'"), "gold");
    var world = world().patch("a", wrong);
    world.snapshot();
    assertThat(world.inventory().takeNotices()).hasSize(1);

    world.patch("a", set("gold")).snapshot();
    assertThat(world.inventory().takeNotices()).isEmpty();

    world.patch("a", wrong).snapshot();
    assertThat(world.inventory().takeNotices()).hasSize(1);
  }

  @Test
  void what_is_said_of_more_devices_by_now_is_not_said_again() {
    var world = world().patch("a", filtered(cel("device.oops"), "gold"));
    world.snapshot();
    assertThat(world.inventory().takeNotices()).hasSize(1);

    world.slice("s2", "p2", DEVICES).snapshot();

    assertThat(world.inventory().takeNotices()).isEmpty();
    assertThat(world.inventory().standingNotices())
        .singleElement()
        .satisfies(notice -> assertThat(notice.devices()).isEqualTo(4));
  }

  @Test
  void what_was_put_right_before_it_was_said_is_not_said() {
    var world = world().patch("a", filtered(cel("device.oops"), "gold"));
    world.snapshot();

    world.patch("a", set("gold")).snapshot();

    assertThat(world.inventory().takeNotices()).isEmpty();
  }

  @Test
  void an_expression_that_does_not_compile_concerns_all_devices_at_once() {
    var world = world().patch("a", filtered(cel("device.oops"), "gold"));

    assertThat(world.attributes("p", "d1")).doesNotContain(TIER_D1);
    assertThat(world.inventory().takeNotices())
        .singleElement()
        .satisfies(notice -> assertThat(notice.devices()).isEqualTo(2));
  }

  @Test
  void the_class_is_named_if_its_selector_is_the_faulty_one() {
    var world =
        world()
            .deviceClass("gpu", "device.attributes[\"gpu.example.com\"].vendor == \"acme\"")
            .patch("a", filtered("deviceClassName: gpu", "gold"));
    world.snapshot();

    assertThat(world.inventory().takeNotices().getFirst().message())
        .startsWith("device class gpu: selectors[0]: ");
  }

  private static String many(String prefix, int count) {
    return "attributes: {%s}\n"
        .formatted(
            IntStream.range(0, count)
                .mapToObj(i -> "gpu.example.com/%s%d: {int: %d}".formatted(prefix, i, i))
                .collect(Collectors.joining(", ")));
  }

  @Test
  void a_patch_that_gives_a_device_too_many_entries_is_left_out_for_it_alone() {
    var world = world().patch("a", many("x", 29)).patch("b", "priority: -1\n" + set("gold"));

    assertThat(world.attributes("p", "d1")).hasSize(4).contains(TIER_D1);
    assertThat(world.attributes("p", "d2")).hasSize(32);
    assertThat(world.inventory().takeNotices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.reason().word()).isEqualTo("DeviceLimitExceeded");
              assertThat(notice.name()).isEqualTo("a");
              assertThat(notice.device().orElseThrow()).hasToString("gpu.example.com/p/d1");
              assertThat(notice.message())
                  .isEqualTo("the device would have 33 attributes and capacities, more than 32");
            });
  }

  @Test
  void the_stronger_of_two_patches_gets_the_room() {
    var world = world().patch("a", many("x", 20)).patch("b", "priority: 1\n" + many("z", 20));

    assertThat(world.attributes("p", "d2")).contains("z0=0").doesNotContain("x0=0");
  }

  @Test
  void values_in_lists_are_limited_too() {
    var values =
        IntStream.range(0, 47).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    var world =
        world().patch("a", "attributes: {gpu.example.com/l: {ints: [%s]}}".formatted(values));
    world.snapshot();

    assertThat(world.inventory().takeNotices())
        .extracting(Notice::message)
        .containsExactlyInAnyOrder(
            "the device would have 49 attribute values, more than 48",
            "the device would have 50 attribute values, more than 48");
  }

  @Test
  void a_patched_capacity_keeps_the_published_policy_unless_it_has_its_own() {
    var kept = world().patch("a", "capacity: {gpu.example.com/memory: {value: 40Gi}}");
    var replaced =
        world()
            .patch(
                "a",
                "capacity: {gpu.example.com/memory: {value: 40Gi, requestPolicy: {default: 2Gi}}}");

    assertThat(kept.capacity("p", "d1")).containsExactly("memory=40Gi");
    assertThat(defaults(kept)).containsExactly("1Gi");
    assertThat(defaults(replaced)).containsExactly("2Gi");
    assertThat(kept.capacity("p", "d2")).containsExactly("memory=40Gi");
  }

  private static List<String> defaults(World world) {
    return world.traits("p", "d1").capacity().values().stream()
        .flatMap(capacity -> capacity.requestPolicy().stream())
        .flatMap(policy -> policy.defaultValue().stream())
        .map(Quantity::toString)
        .toList();
  }

  @Test
  void expressions_see_patched_capacities() {
    var world = world().patch("a", "capacity: {gpu.example.com/memory: {value: 40Gi}}");

    var device = world.newest("p").table().device(0);

    assertThat(Effective.capacity(device.capacity()))
        .allSatisfy(text -> assertThat(text).endsWith("memory=40Gi"))
        .hasSize(1);
  }

  @Test
  void removing_a_patch_brings_the_published_device_back() {
    var world = world();
    var before = Effective.all(world.snapshot(), List.of(LabeledNode.named("n1")));

    world.patch("a", set("gold")).snapshot();
    world.inventory().removePatch("a");

    assertThat(Effective.all(world.snapshot(), List.of(LabeledNode.named("n1")))).isEqualTo(before);
  }

  @Test
  void a_slice_that_changes_stays_patched() {
    var world = world().patch("a", set("gold"));
    world.snapshot();

    world.slice("s", "p", DEVICES.replace("a100", "b200"));

    assertThat(world.attributes("p", "d1")).contains("model=b200", TIER_D1);
  }

  @Test
  void with_the_gate_off_patches_do_nothing_and_nothing_is_said() {
    var world =
        World.without(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES)
            .slice("s", "p", DEVICES)
            .patch("a", filtered(cel("device.oops"), "gold"))
            .patch("b", set("gold"));

    assertThat(world.attributes("p", "d1")).doesNotContain(TIER_D1);
    assertThat(world.inventory().takeNotices()).isEmpty();
  }
}
