package dev.dray.layout;

import static dev.dray.layout.LayoutManifests.GATES;
import static dev.dray.layout.LayoutManifests.VALIDATOR;
import static dev.dray.layout.LayoutManifests.devices;
import static dev.dray.layout.LayoutManifests.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Device;
import dev.dray.testing.PlainSlice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What devices share is written once. */
class CompactionTest {
  private static final String SHARED =
      "attributes: {product: {string: the-very-same}, serial: {int: #}},"
          + " capacity: {gpu.example.com/memory: {value: 80Gi}, cores: {value: \"64\"}}";

  private static CompactedPool compacted(List<ResourceSlice> slices) {
    var pool = Compaction.of(slices, GATES, VALIDATOR).getFirst();
    assertThat(Equivalence.difference(slices, pool.after(), GATES)).isEmpty();
    assertThat(SliceBytes.of(pool.after())).isLessThanOrEqualTo(SliceBytes.of(pool.before()));
    assertThat(pool.after()).allMatch(it -> VALIDATOR.create(it).isEmpty());
    return pool;
  }

  private static CompactedPool compacted(String yaml) {
    return compacted(LayoutManifests.of(ResourceSlice.class, yaml));
  }

  @Test
  void what_all_devices_share_becomes_a_mixin() {
    var after = compacted(slice("x", 1, devices(0, 9, SHARED))).after().getFirst().spec();

    assertThat(after.mixins().orElseThrow().device())
        .singleElement()
        .satisfies(
            mixin -> {
              assertThat(mixin.attributes()).containsOnlyKeys("product");
              assertThat(mixin.capacity()).containsOnlyKeys("cores");
            });
    assertThat(after.devices()).allMatch(device -> device.includes().equals(List.of("a")));
  }

  @Test
  void a_capacity_in_its_long_spelling_stays_with_the_device() {
    var after = compacted(slice("x", 1, devices(0, 9, SHARED))).after().getFirst().spec();

    assertThat(after.devices())
        .allMatch(device -> device.capacity().containsKey("gpu.example.com/memory"));
  }

  @Test
  void slices_become_one_where_mixins_make_room() {
    var consumes =
        "consumesCounters: [{counterSet: set, counters: {c: {value: \"1\"}}}], " + SHARED;
    var pool =
        compacted(
            slice("c", 3, "sharedCounters: [{name: set, counters: {c: {value: \"200\"}}}]\n")
                + slice("d-0", 3, devices(0, 64, consumes))
                + slice("d-1", 3, devices(64, 128, consumes)));

    assertThat(pool.after())
        .extracting(it -> it.metadata().name())
        .containsExactlyInAnyOrder("c", "d-0");
    assertThat(pool.after()).allMatch(it -> it.spec().pool().resourceSliceCount() == 2);
  }

  @Test
  void slices_for_different_nodes_stay_apart() {
    var pool =
        compacted(
            slice("a", 2, devices(0, 4, SHARED))
                + slice("b", 2, devices(4, 8, SHARED))
                    .replace("nodeName: node-1", "nodeName: node-2"));

    assertThat(pool.after()).hasSize(2);
  }

  @Test
  void a_device_that_differs_in_one_value_overrides_the_mixin() {
    var yaml =
        slice("x", 1, devices(0, 9, "attributes: {product: {string: p}, driver: {string: d}}"))
            .replace(
                "gpu-4, attributes: {product: {string: p}",
                "gpu-4, attributes: {product: {string: q}");

    var after = compacted(yaml).after().getFirst().spec();

    assertThat(after.mixins().orElseThrow().device()).hasSize(1);
    assertThat(after.devices().get(4).includes()).containsExactly("a");
    assertThat(after.devices().get(4).attributes()).containsOnlyKeys("product");
  }

  @Test
  void slices_whose_devices_choose_their_nodes_stay_apart() {
    var chosen = "nodeName: node-1, " + SHARED;
    var pool =
        compacted(
            (slice("a", 2, devices(0, 4, chosen)) + slice("b", 2, devices(4, 8, chosen)))
                .replace("  nodeName: node-1\n", "  perDeviceNodeSelection: true\n"));

    assertThat(pool.after()).hasSize(2);
  }

  @Test
  void devices_with_more_taints_than_mixins_allow_stay_as_they_are() {
    var taints =
        "taints: [{key: a, effect: None}, {key: b, effect: None}, {key: c, effect: None},"
            + " {key: d, effect: None}, {key: e, effect: None}], ";
    var pool = compacted(slice("x", 1, devices(0, 9, taints + SHARED)));

    assertThat(pool.after()).isEqualTo(pool.before());
  }

  @Test
  void nothing_to_share_is_left_as_it_is() {
    var pool = compacted(slice("x", 1, devices(0, 3, "attributes: {serial: {int: #}}")));

    assertThat(pool.after()).isEqualTo(pool.before());
  }

  @Test
  void the_same_slices_always_come_to_the_same_layout() {
    var slices = List.of(PlainSlice.withDevices(128));

    assertThat(compacted(slices).after()).isEqualTo(compacted(slices).after());
  }

  @Test
  void what_is_compact_stays_so() {
    var once = compacted(List.of(PlainSlice.withDevices(128))).after();

    assertThat(SliceBytes.of(compacted(once).after())).isEqualTo(SliceBytes.of(once));
    assertThat(once.getFirst().spec().devices()).extracting(Device::name).doesNotHaveDuplicates();
  }
}
