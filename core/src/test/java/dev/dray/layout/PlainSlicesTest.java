package dev.dray.layout;

import static dev.dray.layout.LayoutManifests.GATES;
import static dev.dray.layout.LayoutManifests.VALIDATOR;
import static dev.dray.layout.LayoutManifests.devices;
import static dev.dray.layout.LayoutManifests.flattened;
import static dev.dray.layout.LayoutManifests.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Device;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slices without mixins keep to the limits of such slices, and devices to their order. */
class PlainSlicesTest {
  private static final String COUNTERS =
      slice("counters", 3, "sharedCounters: [{name: set, counters: {c: {value: \"9\"}}}]\n");
  private static final String MIXIN =
      """
      mixins:
        deviceCounterConsumption: [{name: one, counters: {c: {value: "1"}}}]
      """;
  private static final String CONSUMES = "consumesCounters: [{counterSet: set, includes: [one]}]";

  private static LaidOut plain(String yaml) {
    return PlainSlices.of(flattened(yaml), GATES, VALIDATOR);
  }

  private static List<String> names(LaidOut slices) {
    return slices.slices().stream().map(it -> it.metadata().name()).toList();
  }

  private static List<String> devicesInOrder(LaidOut slices) {
    return slices.slices().stream()
        .sorted(Comparator.comparing(it -> it.metadata().name()))
        .flatMap(it -> it.spec().devices().stream())
        .map(Device::name)
        .toList();
  }

  @Test
  void a_slice_that_is_too_large_without_mixins_is_cut_and_its_parts_stay_together() {
    var yaml =
        COUNTERS
            + slice("devices", 3, MIXIN + devices(0, 100, CONSUMES))
            + slice("devices-0", 3, MIXIN + devices(100, 110, CONSUMES));

    var plain = plain(yaml);

    assertThat(plain.isUsable()).as(plain.remarks().toString()).isTrue();
    assertThat(names(plain)).containsExactly("counters", "devices", "devices--1", "devices-0");
    assertThat(devicesInOrder(plain))
        .isEqualTo(
            flattened(yaml).pools().getFirst().devices().stream().map(FlatDevice::name).toList());
    assertThat(plain.slices())
        .allMatch(it -> it.spec().pool().resourceSliceCount() == 4)
        .allMatch(it -> it.spec().pool().generation() == 4)
        .allMatch(it -> it.spec().mixins().isEmpty())
        .allMatch(it -> VALIDATOR.create(it).isEmpty());
  }

  @Test
  void devices_of_the_simple_sort_fit_128_to_a_slice() {
    var plain =
        plain(
            slice(
                "devices",
                1,
                """
                mixins:
                  device: [{name: m, attributes: {model: {string: a}}}]
                """
                    + devices(0, 128, "includes: [m]")));

    assertThat(names(plain)).containsExactly("devices");
  }

  @Test
  void what_no_server_would_take_is_said() {
    var rules = new StringBuilder();
    for (int i = 0; i < 17; i++) {
      rules.append(
          """
          ---
          apiVersion: resource.k8s.io/v1beta2
          kind: DeviceTaintRule
          metadata: {name: rule-%d}
          spec: {deviceSelector: {driver: gpu.example.com}, taint: {key: k%d, effect: None}}
          """
              .formatted(i, i));
    }

    var plain = plain(slice("devices", 1, devices(0, 1, "taints: []")) + rules);

    assertThat(plain.isUsable()).isFalse();
    assertThat(plain.isSame()).isTrue();
    assertThat(plain.remarks().getFirst().text())
        .isEqualTo(
            "slice devices: spec.devices[0].taints: Too many: 17: must have at most 16 items");
  }

  @Test
  void slices_that_do_not_agree_on_their_number_are_not_cut() {
    var plain =
        plain(
            slice("counters", 2, "sharedCounters: [{name: set, counters: {c: {value: \"9\"}}}]\n")
                + slice("devices", 7, MIXIN + devices(0, 100, CONSUMES)));

    assertThat(plain.isSame()).isFalse();
  }

  @Test
  void what_a_server_added_to_the_metadata_is_left_out() {
    var slices =
        LayoutManifests.of(ResourceSlice.class, slice("devices", 1, devices(0, 1, "taints: []")));
    var stored = slices.getFirst().withMetadata(slices.getFirst().metadata().withGeneration(9));

    var plain = PlainSlices.of(Flattening.of(List.of(stored), GATES), GATES, VALIDATOR);

    assertThat(plain.slices()).isEqualTo(slices);
  }
}
