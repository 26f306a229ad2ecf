package dev.dray.api.validation;

import static dev.dray.api.validation.Written.onCreate;
import static dev.dray.api.validation.Written.onUpdate;
import static dev.dray.api.validation.Written.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.ApiObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DeviceRulesTest {

  private static ApiObject device(String more) {
    return slice("devices: [{name: a, %s}]".formatted(more));
  }

  private static String many(int count, String value) {
    return IntStream.range(0, count)
        .mapToObj(i -> "k%d: %s".formatted(i, value))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  @Test
  void a_name_is_a_dns_label() {
    assertThat(onCreate(slice("devices: [{name: A.b}, {name: ''}]")))
        .containsExactly(
            "INVALID spec.devices[0].name format=k8s-short-name",
            "INVALID spec.devices[1].name format=k8s-short-name");
  }

  @Nested
  class Attributes {

    @Test
    void a_key_is_an_identifier_with_or_without_a_domain() {
      assertThat(onCreate(device("attributes: {a-b: {int: 1}}")))
          .containsExactly("INVALID spec.devices[0].attributes format=k8s-resource-qualified-name");
      assertThat(onCreate(device("attributes: {/x: {int: 1}, d/: {int: 1}}")))
          .containsOnly("INVALID spec.devices[0].attributes format=k8s-resource-qualified-name")
          .hasSize(2);
      assertThat(onCreate(device("attributes: {other.example.com/x: {int: 1}, w: {int: 1}}")))
          .isEmpty();
    }

    @Test
    void a_long_key_is_reported_at_the_map_and_shortened_in_the_path() {
      var key = "x".repeat(200);

      assertThat(onCreate(device("attributes: {%s: {string: %s}}".formatted(key, "y".repeat(65)))))
          .containsExactly(
              "TOO_LONG spec.devices[0].attributes format=k8s-resource-qualified-name",
              "TOO_LONG spec.devices[0].attributes[%s...%s].string maxBytes"
                  .formatted("x".repeat(47), "x".repeat(46)));
    }

    @Test
    void exactly_one_value_is_set() {
      assertThat(onCreate(device("attributes: {x: {}, w: {int: 1, bool: true}}")))
          .containsExactly(
              "INVALID spec.devices[0].attributes[x] union",
              "INVALID spec.devices[0].attributes[w] union");
    }

    @Test
    void an_empty_list_is_wrong_twice() {
      assertThat(onCreate(device("attributes: {x: {strings: []}}")))
          .containsExactly(
              "INVALID spec.devices[0].attributes[x].strings minItems",
              "INVALID spec.devices[0].attributes[x] union");
    }

    @Test
    void strings_are_short_and_versions_are_semantic() {
      assertThat(
              onCreate(
                  device(
                      "attributes: {x: {version: '1.0'}, w: {versions: ['1.2.3', '01.2.3']}, z:"
                          + " {strings: [%s]}}".formatted("é".repeat(33)))))
          .containsExactly(
              "INVALID spec.devices[0].attributes[x].version format=semver",
              "INVALID spec.devices[0].attributes[w].versions[1] format=semver",
              "TOO_LONG spec.devices[0].attributes[z].strings[0] maxBytes");
    }

    @Test
    void both_spellings_of_one_name_are_refused() {
      assertThat(onCreate(device("attributes: {x: {int: 1}, gpu.example.com/x: {int: 1}}")))
          .containsExactly("DUPLICATE spec.devices[0].attributes spelling");
    }

    @Test
    void both_spellings_that_are_stored_stay() {
      var old = device("attributes: {x: {int: 1}, gpu.example.com/x: {int: 1}}");

      assertThat(onUpdate(old, old)).isEmpty();
    }
  }

  @Nested
  class Size {

    @Test
    void attributes_and_capacities_are_32_together() {
      assertThat(
              onCreate(
                  device(
                      "attributes: %s, capacity: {c: {value: 1}}".formatted(many(32, "{int: 1}")))))
          .containsExactly("INVALID spec.devices[0] maxTotal");
      assertThat(onCreate(device("attributes: " + many(32, "{int: 1}")))).isEmpty();
    }

    @Test
    void values_of_lists_count_one_by_one() {
      assertThat(onCreate(device("attributes: " + many(25, "{ints: [1, 2]}"))))
          .containsExactly("INVALID spec.devices[0] maxTotal");
      assertThat(onCreate(device("attributes: " + many(24, "{ints: [1, 2]}")))).isEmpty();
    }
  }

  @Nested
  class Taints {

    @Test
    void they_have_a_key_a_value_and_an_effect() {
      assertThat(onCreate(device("taints: [{key: '', value: -, effect: ''}, {key: k, effect: X}]")))
          .containsExactly(
              "INVALID spec.devices[0].taints[0].key format=k8s-label-key",
              "INVALID spec.devices[0].taints[0].key format=k8s-label-key",
              "INVALID spec.devices[0].taints[0].value format=k8s-label-value",
              "REQUIRED spec.devices[0].taints[0].effect required",
              "NOT_SUPPORTED spec.devices[0].taints[1].effect enum");
    }

    @Test
    void an_unknown_effect_stays_while_no_device_changes() {
      var old = device("taints: [{key: k, effect: Newer}]");
      var other = slice("devices: [{name: a, taints: [{key: k, effect: Newer}]}, {name: b}]");

      assertThat(onUpdate(old, old)).isEmpty();
      assertThat(onUpdate(other, old))
          .containsExactly("NOT_SUPPORTED spec.devices[0].taints[0].effect enum");
    }

    @Test
    void there_are_at_most_16() {
      var taints =
          IntStream.range(0, 17)
              .mapToObj(i -> "{key: k%d, effect: None}".formatted(i))
              .collect(Collectors.joining(", ", "taints: [", "]"));

      assertThat(onCreate(device(taints)))
          .containsExactly("TOO_MANY spec.devices[0].taints maxItems");
    }
  }

  @Nested
  class Binding {

    @Test
    void both_lists_or_none() {
      assertThat(onCreate(device("bindingConditions: [a]")))
          .containsExactly("INVALID spec.devices[0].bindingFailureConditions dependentRequired");
      assertThat(onCreate(device("bindingFailureConditions: [a]")))
          .containsExactly("INVALID spec.devices[0].bindingConditions dependentRequired");
    }

    @Test
    void conditions_are_different_label_keys_and_few() {
      assertThat(
              onCreate(device("bindingConditions: [a, a, b/c/d], bindingFailureConditions: [a]")))
          .containsExactly(
              "INVALID spec.devices[0].bindingConditions[2] format=k8s-label-key",
              "DUPLICATE spec.devices[0].bindingConditions[1] unique",
              "INVALID spec.devices[0].bindingFailureConditions[0] disjoint");
      assertThat(
              onCreate(device("bindingConditions: [a, b, c, d, e], bindingFailureConditions: [x]")))
          .containsExactly("TOO_MANY spec.devices[0].bindingConditions maxItems");
    }
  }

  @Nested
  class NodeAllocatable {

    private static ApiObject costing(String name, String cost) {
      return device(
          "capacity: {c: {value: 1}}, nodeAllocatableResources: {%s: %s}".formatted(name, cost));
    }

    @Test
    void only_cpu_memory_and_huge_pages_can_be_charged() {
      var cost = "{overhead: {perPod: 1}}";
      assertThat(onCreate(costing("hugepages-2Mi", cost))).isEmpty();
      assertThat(onCreate(costing("ephemeral-storage", cost)))
          .containsExactly(
              "INVALID spec.devices[0].nodeAllocatableResources[ephemeral-storage] enum");
    }

    @Test
    void a_mapping_is_by_capacity_or_by_device() {
      var at = "spec.devices[0].nodeAllocatableResources[cpu]";
      assertThat(onCreate(costing("cpu", "{}"))).containsExactly("REQUIRED " + at + " required");
      assertThat(onCreate(costing("cpu", "{mapping: {}}")))
          .containsExactly("INVALID " + at + ".mapping union");
      assertThat(onCreate(costing("cpu", "{mapping: {capacityKey: x, deviceMultiplier: 0}}")))
          .containsExactly(
              "NOT_FOUND " + at + ".mapping.capacityKey reference",
              "REQUIRED " + at + ".mapping.capacityMultiplier dependentRequired",
              "INVALID " + at + ".mapping.deviceMultiplier minimum",
              "INVALID " + at + ".mapping union");
    }

    @Test
    void a_capacity_is_found_in_either_spelling() {
      var mapping = "{mapping: {capacityKey: gpu.example.com/c, capacityMultiplier: 1}}";

      assertThat(onCreate(costing("cpu", mapping))).isEmpty();
    }

    @Test
    void an_overhead_is_set_and_not_negative() {
      var at = "spec.devices[0].nodeAllocatableResources[cpu].overhead";
      assertThat(onCreate(costing("cpu", "{overhead: {}}")))
          .containsExactly("INVALID " + at + " minProperties");
      assertThat(onCreate(costing("cpu", "{overhead: {perContainer: -1}}")))
          .containsExactly("INVALID " + at + ".perContainer minimum");
    }
  }
}
