package dev.dray.layout;

import static dev.dray.layout.LayoutManifests.flattened;
import static dev.dray.layout.LayoutManifests.slice;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Every value of a flattened device says where it came from. */
class FlatteningTest {
  private static final String SLICES =
      slice(
              "counters",
              2,
              """
              mixins:
                counterSet:
                - {name: usual, counters: {memory: {value: 40Gi}, cores: {value: "8"}}}
              sharedCounters:
              - {name: whole, includes: [usual], counters: {memory: {value: 80Gi}}}
              """)
          + slice(
              "devices",
              2,
              """
              mixins:
                device:
                - name: product
                  attributes: {model: {string: a}, speed: {int: 1}}
                  capacity: {gpu.example.com/memory: {value: 40Gi}}
                - {name: fast, attributes: {speed: {int: 2}}}
                deviceCounterConsumption:
                - {name: all, counters: {memory: {value: 80Gi}, cores: {value: "8"}}}
              devices:
              - name: gpu-0
                includes: [product, fast]
                attributes: {gpu.example.com/model: {string: b}, serial: {string: x}}
                consumesCounters:
                - {counterSet: whole, includes: [all], counters: {cores: {value: "4"}}}
                taints: [{key: own, effect: NoSchedule}]
              """);

  private static final String PATCHES =
      """
      ---
      apiVersion: resource.k8s.io/v1alpha3
      kind: ResourceSlicePatch
      metadata: {name: weak}
      spec:
        devices:
          attributes: {gpu.example.com/model: {string: c}, site.example.com/rack: {string: r}}
          capacity: {gpu.example.com/memory: {value: 30Gi}}
      ---
      apiVersion: resource.k8s.io/v1alpha3
      kind: ResourceSlicePatch
      metadata: {name: strong}
      spec:
        devices:
          priority: 7
          attributes: {gpu.example.com/model: {string: d}, gpu.example.com/speed: {"null": {}}}
      ---
      apiVersion: resource.k8s.io/v1beta2
      kind: DeviceTaintRule
      metadata: {name: repair}
      spec:
        deviceSelector: {driver: gpu.example.com}
        taint: {key: repair, effect: NoExecute}
      """;

  private static <V> List<String> told(List<Sourced<V>> values, Function<V, Object> shown) {
    return values.stream()
        .map(
            it ->
                "%s=%s %s%s"
                    .formatted(
                        it.name(),
                        shown.apply(it.value()),
                        it.origin().text(),
                        it.instead().stream().map(old -> old.origin().text()).toList()))
        .toList();
  }

  private static FlatDevice only(Flattened flattened) {
    return flattened.pools().getFirst().devices().getFirst();
  }

  @Test
  void a_later_include_wins_and_the_device_itself_wins_over_all() {
    assertThat(told(only(flattened(SLICES)).attributes(), value -> ""))
        .containsExactly(
            "gpu.example.com/model= own[mixin product]",
            "serial= own[]",
            "speed= mixin fast[mixin product]");
  }

  @Test
  void a_patch_says_its_name_its_priority_and_what_it_replaced() {
    var device = only(flattened(SLICES + PATCHES));

    assertThat(told(device.attributes(), value -> value.getClass().getSimpleName()))
        .containsExactly(
            "gpu.example.com/model=StringValue patch strong (priority 7)"
                + "[patch weak (priority 0), own, mixin product]",
            "serial=StringValue own[]",
            "site.example.com/rack=StringValue patch weak (priority 0)[]",
            "speed=NullValue patch strong (priority 7)[mixin fast, mixin product]");
    assertThat(told(device.capacity(), it -> it.value()))
        .containsExactly("memory=30Gi patch weak (priority 0)[mixin product]");
    assertThat(device.effective().attributes())
        .containsOnlyKeys("gpu.example.com/model", "serial", "site.example.com/rack");
  }

  @Test
  void all_patches_that_lost_are_told_in_order_with_what_they_said() {
    var more =
        """
        ---
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: strongest}
        spec: {devices: {priority: 9, capacity: {gpu.example.com/memory: {value: 10Gi}}}}
        ---
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: middling}
        spec: {devices: {priority: 3, capacity: {gpu.example.com/memory: {value: 20Gi}}}}
        """;

    var memory = only(flattened(SLICES + PATCHES + more)).capacity().getFirst();

    assertThat(memory.value().value()).hasToString("10Gi");
    assertThat(memory.instead())
        .extracting(it -> it.value().value() + " " + it.origin().text())
        .containsExactly(
            "20Gi patch middling (priority 3)",
            "30Gi patch weak (priority 0)",
            "40Gi mixin product");
  }

  @Test
  void a_taint_says_which_rule_it_is_of() {
    assertThat(told(only(flattened(SLICES + PATCHES)).taints(), it -> it.effect()))
        .containsExactly("own=NoSchedule own[]", "repair=NoExecute taint rule repair[]");
  }

  @Test
  void counters_say_where_they_are_from_too() {
    var pool = flattened(SLICES).pools().getFirst();
    var set = pool.slices().getFirst().counterSets().getFirst();
    var consumption = pool.devices().getFirst().consumptions().getFirst();

    assertThat(told(set.counters(), it -> it.value().orElseThrow()))
        .containsExactly("cores=8 mixin usual[]", "memory=80Gi own[mixin usual]");
    assertThat(told(consumption.counters(), it -> it.value().orElseThrow()))
        .containsExactly("cores=4 own[mixin all]", "memory=80Gi mixin all[]");
  }

  @Test
  void a_policy_that_a_patch_leaves_alone_says_whose_it_is() {
    var device =
        only(
            flattened(
                slice(
                        "devices",
                        1,
                        """
                        devices:
                        - name: nic
                          allowMultipleAllocations: true
                          capacity:
                            memory: {value: 40Gi, requestPolicy: {default: 1Gi}}
                        """)
                    + PATCHES));

    assertThat(device.keptPolicies()).containsExactlyEntriesOf(Map.of("memory", new Origin.Own()));
    assertThat(device.effective().capacity().values())
        .allMatch(it -> it.requestPolicy().isPresent());
  }
}
