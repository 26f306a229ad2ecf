package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.PoolId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a change leaves as it is. */
class IncrementalTest {
  private static final String D1 = "devices: [{name: d1, attributes: {index: {int: 1}}}]";

  private static World twoNodes() {
    return World.empty()
        .slice("a", "p1", "nodeName: n1\n" + D1)
        .slice("b", "p2", "nodeName: n2\n" + D1);
  }

  private static Pool pool(World world, String name) {
    return world.snapshot().pool(new PoolId(World.DRIVER, name)).orElseThrow();
  }

  @Test
  void a_changed_slice_changes_its_pool_alone() {
    var world = twoNodes();
    var p1 = pool(world, "p1");
    var p2 = pool(world, "p2");

    world.slice("a", "p1", "nodeName: n1\ndevices: [{name: d9}]");

    assertThat(pool(world, "p1")).isNotSameAs(p1);
    assertThat(pool(world, "p2")).isSameAs(p2);
  }

  @Test
  void nothing_new_is_the_same_snapshot() {
    var world = twoNodes();

    assertThat(world.snapshot()).isSameAs(world.snapshot());
  }

  @Test
  void the_same_slice_put_again_changes_nothing() {
    var world = twoNodes();
    var p1 = pool(world, "p1");

    world.slice("a", "p1", "nodeName: n1\n" + D1);

    assertThat(pool(world, "p1")).isSameAs(p1);
  }

  @Test
  void a_quantity_that_is_written_otherwise_is_a_change() {
    var world =
        World.empty()
            .slice("a", "p", "nodeName: n1\ndevices: [{name: d, capacity: {m: {value: 1Gi}}}]");
    world.snapshot();

    world.slice(
        "a", "p", "nodeName: n1\ndevices: [{name: d, capacity: {m: {value: \"1073741824\"}}}]");

    assertThat(world.capacity("p", "d")).containsExactly("m=1073741824");
  }

  @Test
  void a_patched_quantity_that_is_written_otherwise_is_a_change() {
    var world = twoNodes().patch("x", "capacity: {gpu.example.com/m: {value: 1Gi}}");
    world.snapshot();

    world.patch("x", "capacity: {gpu.example.com/m: {value: \"1073741824\"}}");

    assertThat(world.capacity("p1", "d1")).containsExactly("m=1073741824");
  }

  @Test
  void a_slice_that_moves_leaves_its_old_pool() {
    var world = twoNodes();
    world.snapshot();

    world.slice("a", "p3", "nodeName: n1\n" + D1);

    assertThat(world.seenFrom("n1")).containsExactly("p3: d1");
    assertThat(world.snapshot().pool(new PoolId(World.DRIVER, "p1"))).isEmpty();
  }

  @Test
  void a_patch_or_rule_touches_only_pools_in_which_it_does_something() {
    var world = twoNodes();
    var p1 = pool(world, "p1");
    var p2 = pool(world, "p2");

    world.patch("x", "filter: {pool: p1}\nattributes: {gpu.example.com/t: {int: 1}}");
    assertThat(pool(world, "p1")).isNotSameAs(p1);
    assertThat(pool(world, "p2")).isSameAs(p2);

    world.patch("nobody", "filter: {device: d9}\nattributes: {gpu.example.com/t: {int: 1}}");
    world.patch(
        "none",
        """
        filter: {selectors: [{cel: {expression: "device.driver == 'other'"}}]}
        attributes: {gpu.example.com/t: {int: 1}}
        """);
    world.rule("r", "deviceSelector: {device: d9}\ntaint: {key: k, effect: NoSchedule}");
    assertThat(pool(world, "p2")).isSameAs(p2);
  }

  @Test
  void labels_and_statuses_of_objects_make_no_pool_merge_anew() {
    var world = amendedByAll("{name: %s}");
    long merged = world.inventory().merges();

    amend(world, "{name: %s, resourceVersion: '7', labels: {a: b}, annotations: {c: d}}");
    world.snapshot();

    assertThat(world.inventory().merges()).isEqualTo(merged);
    assertThat(world.inventory().takeChanged()).isEmpty();
  }

  /** Two pools on which a patch by class, and a taint rule, have their say. */
  private static World amendedByAll(String metadata) {
    var world = World.empty();
    amend(world, metadata);
    world.snapshot();
    world.inventory().takeChanged();
    return world;
  }

  private static void amend(World world, String metadata) {
    for (var pool : List.of("p1", "p2")) {
      world.put(
          "v1",
          "ResourceSlice",
          metadata.formatted(pool),
          "driver: gpu.example.com\nnodeName: n1\n"
              + "pool: {name: %s, generation: 1, resourceSliceCount: 1}\n".formatted(pool)
              + D1);
    }
    world.put("v1", "DeviceClass", metadata.formatted("gpu"), "selectors: []");
    world.put(
        "v1alpha3",
        "ResourceSlicePatch",
        metadata.formatted("patch"),
        "devices: {filter: {deviceClassName: gpu}, attributes: {site.example.com/t: {int: 1}}}");
    world.put(
        "v1",
        "DeviceTaintRule",
        metadata.formatted("rule"),
        "{deviceSelector: {}, taint: {key: k, effect: NoSchedule}}");
  }

  @Test
  void what_a_patch_says_and_when_it_was_created_make_its_pools_merge_anew() {
    var world = twoNodes().patch("x", "attributes: {gpu.example.com/t: {int: 1}}");
    world.snapshot();
    long merged = world.inventory().merges();

    world.patch("x", "attributes: {gpu.example.com/t: {int: 2}}").snapshot();
    assertThat(world.inventory().merges()).isEqualTo(merged + 2);

    world
        .patch("x", "2026-01-02T00:00:00Z", "attributes: {gpu.example.com/t: {int: 2}}")
        .snapshot();
    assertThat(world.inventory().merges()).isEqualTo(merged + 4);
  }

  @Test
  void a_class_that_no_patch_names_touches_no_pool() {
    var world = twoNodes();
    var p1 = pool(world, "p1");

    world.deviceClass("gpu", "true");

    assertThat(world.snapshot().deviceClass("gpu")).isPresent();
    assertThat(pool(world, "p1")).isSameAs(p1);
    world.inventory().removeClass("gpu");
    assertThat(world.snapshot().deviceClass("gpu")).isEmpty();
  }

  @Test
  void old_snapshots_stay_as_they_were() {
    var world = twoNodes();
    var before = world.snapshot();
    var seen = Effective.all(before, List.of(LabeledNode.named("n1"), LabeledNode.named("n2")));

    world.slice("a", "p1", "nodeName: n1\ndevices: [{name: d9}]");
    world.inventory().removeSlice("b");
    world.snapshot();

    assertThat(Effective.all(before, List.of(LabeledNode.named("n1"), LabeledNode.named("n2"))))
        .isEqualTo(seen);
  }

  @Test
  void a_view_is_current_until_something_changes_for_its_node() {
    var world = twoNodes();
    var n1 = world.snapshot().on(LabeledNode.named("n1"));
    var n2 = world.snapshot().on(LabeledNode.named("n2"));

    world.slice("a", "p1", "nodeName: n1\ndevices: [{name: d9}]");

    assertThat(world.snapshot().isCurrent(n1)).isFalse();
    assertThat(world.snapshot().isCurrent(n2)).isTrue();
  }

  @Test
  void a_view_is_no_longer_current_when_a_pool_for_its_labels_appears() {
    var world = twoNodes();
    var inA = world.snapshot().on(LabeledNode.named("n1").withLabels(Map.of("zone", "a")));
    var inB = world.snapshot().on(LabeledNode.named("n2").withLabels(Map.of("zone", "b")));

    world.slice(
        "c",
        "p3",
        """
        nodeSelector:
          nodeSelectorTerms:
          - matchExpressions: [{key: zone, operator: In, values: [a]}]
        devices: [{name: d1}]
        """);

    assertThat(world.snapshot().isCurrent(inA)).isFalse();
    assertThat(world.snapshot().isCurrent(inB)).isTrue();
  }

  @Test
  void an_unchanged_pool_has_the_same_view_although_the_node_sees_others_change() {
    var world = twoNodes();
    var before = world.snapshot().on(LabeledNode.named("n1")).pools().getFirst();

    world.slice("c", "p9", "allNodes: true\n" + D1);

    assertThat(world.snapshot().on(LabeledNode.named("n1")).pools().getFirst()).isSameAs(before);
  }

  @Test
  void pools_of_equal_nodes_share_what_is_equal() {
    var world = twoNodes();

    assertThat(pool(world, "p1").newest().traits(0)).isSameAs(pool(world, "p2").newest().traits(0));
  }
}
