package dev.dray.api.validation;

import static dev.dray.api.validation.Written.onCreate;
import static dev.dray.api.validation.Written.slice;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MixinRulesTest {

  private static String entries(int from, int to, String value) {
    return IntStream.range(from, to)
        .mapToObj(i -> "k%d: %s".formatted(i, value))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String devices(int count, String more) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{name: d-%d%s}".formatted(i, more))
        .collect(Collectors.joining(", ", "devices: [", "]"));
  }

  @Nested
  class Declarations {

    @Test
    void a_device_mixin_has_a_name_and_may_have_nothing_else() {
      assertThat(onCreate(slice("mixins: {device: [{name: ''}, {name: A}, {name: m}]}")))
          .containsExactly(
              "REQUIRED spec.mixins.device[0].name required",
              "INVALID spec.mixins.device[1].name format=k8s-short-name");
    }

    @Test
    void names_differ_within_a_list_and_not_between_lists() {
      assertThat(
              onCreate(
                  slice(
                      """
                      mixins:
                        device: [{name: m, attributes: {x: {int: 1}}}]
                        counterSet:
                        - {name: m, counters: {c: {value: 1}}}
                        - {name: m, counters: {c: {value: 1}}}
                      """)))
          .containsExactly("DUPLICATE spec.mixins.counterSet[1] unique");
    }

    @Test
    void contents_are_checked_like_those_of_devices_and_sets() {
      assertThat(
              onCreate(
                  slice(
                      """
                      mixins:
                        device:
                        - name: a
                          attributes: {a-b: {int: 1}, w: {}}
                          capacity: {c: {value: 1, requestPolicy: {validValues: [1]}}}
                        deviceCounterConsumption:
                        - {name: b, counters: {c: {}}}
                        counterSet:
                        - {name: c, counters: {c: {valueFrom: {capacityKey: x}}}}
                      """)))
          .containsExactly(
              "INVALID spec.mixins.device[0].attributes format=k8s-resource-qualified-name",
              "INVALID spec.mixins.device[0].attributes[w] union",
              "REQUIRED spec.mixins.device[0].capacity[c].requestPolicy.default required",
              "REQUIRED spec.mixins.deviceCounterConsumption[0].counters[c] union",
              "FORBIDDEN spec.mixins.counterSet[0].counters[c].valueFrom forbidden",
              "REQUIRED spec.mixins.counterSet[0].counters[c].value required");
    }
  }

  @Nested
  class Includes {
    private static final String MIXIN =
        "mixins: {device: [{name: m, attributes: {x: {int: 1}}}]}\n";

    @Test
    void an_include_names_a_mixin_of_the_right_list_once() {
      assertThat(onCreate(slice(MIXIN + "devices: [{name: a, includes: [m, none, m, Not]}]")))
          .containsExactly(
              "NOT_FOUND spec.devices[0].includes[1] reference",
              "INVALID spec.devices[0].includes[3] format=k8s-short-name",
              "DUPLICATE spec.devices[0].includes[2] unique");
      assertThat(
              onCreate(
                  slice(
                      MIXIN
                          + "devices: [{name: a, consumesCounters: [{counterSet: s, includes:"
                          + " [m]}]}]")))
          .containsExactly("NOT_FOUND spec.devices[0].consumesCounters[0].includes[0] reference");
      assertThat(onCreate(slice(MIXIN + "sharedCounters: [{name: s, includes: [m]}]")))
          .containsExactly("NOT_FOUND spec.sharedCounters[0].includes[0] reference");
    }

    @Test
    void there_are_at_most_eight() {
      var nine = IntStream.range(0, 9).mapToObj("m%d"::formatted).collect(Collectors.joining(", "));

      assertThat(onCreate(slice(MIXIN + "devices: [{name: a, includes: [%s]}]".formatted(nine))))
          .containsExactly("TOO_MANY spec.devices[0].includes maxItems");
    }

    @Test
    void included_counters_are_enough() {
      assertThat(
              onCreate(
                  slice(
                      """
                      mixins: {counterSet: [{name: m, counters: {c: {value: 1}}}]}
                      sharedCounters: [{name: s, includes: [m]}, {name: t}]
                      """)))
          .containsExactly("REQUIRED spec.sharedCounters[1].counters required");
    }

    @Test
    void an_included_policy_needs_a_device_that_can_be_shared() {
      var mixin =
          "mixins: {device: [{name: m, capacity: {c: {value: 2, requestPolicy: {default: 1}}}}]}\n";

      assertThat(onCreate(slice(mixin + "devices: [{name: a, includes: [m]}]")))
          .containsExactly("FORBIDDEN spec.devices[0].includes dependentForbidden");
      assertThat(
              onCreate(
                  slice(
                      mixin
                          + "devices: [{name: a, includes: [m], allowMultipleAllocations: true}]")))
          .isEmpty();
      assertThat(
              onCreate(
                  slice(
                      mixin
                          + "devices: [{name: a, includes: [m], capacity: {gpu.example.com/c:"
                          + " {value: 1}}}]")))
          .isEmpty();
    }
  }

  @Nested
  class Limits {

    @Test
    void a_flattened_device_has_32_entries_counted_by_name() {
      var mixin = "mixins: {device: [{name: m, attributes: %s}]}\n";

      assertThat(
              onCreate(
                  slice(
                      mixin.formatted(entries(0, 20, "{int: 1}"))
                          + "devices: [{name: a, includes: [m], attributes: %s}]"
                              .formatted(entries(8, 32, "{int: 2}")))))
          .isEmpty();
      assertThat(
              onCreate(
                  slice(
                      mixin.formatted(entries(0, 20, "{int: 1}"))
                          + "devices: [{name: a, includes: [m], attributes: %s}]"
                              .formatted(entries(8, 33, "{int: 2}")))))
          .containsExactly("INVALID spec.devices[0] maxTotal");
    }

    @Test
    void a_slice_with_mixins_has_128_tainted_devices_of_four_taints() {
      var taints =
          "taints: [{key: a, effect: None}, {key: b, effect: None}, {key: c, effect: None},"
              + " {key: d, effect: None}%s]";
      var mixin = "mixins: {device: [{name: m, attributes: {x: {int: 1}}}]}\n";

      assertThat(onCreate(slice(mixin + devices(128, ", " + taints.formatted(""))))).isEmpty();
      assertThat(
              onCreate(
                  slice(mixin + devices(1, ", " + taints.formatted(", {key: e, effect: None}")))))
          .containsExactly("TOO_MANY spec.devices[0].taints maxItems");
    }

    @Test
    void a_list_in_a_mixin_keeps_the_slice_at_64_devices() {
      var mixin = "mixins: {device: [{name: m, attributes: {x: {ints: [1]}}}]}\n";

      assertThat(onCreate(slice(mixin + devices(65, ""))))
          .containsExactly("TOO_MANY spec.devices maxItems");
    }

    @Test
    void sums_count_what_is_declared() {
      var mixin = "mixins: {device: [{name: m, attributes: {x: {int: 1}}}]}\n";
      var full = ", attributes: " + entries(0, 32, "{int: 1}");

      assertThat(onCreate(slice(mixin + devices(127, full)))).isEmpty();
      assertThat(onCreate(slice(mixin + devices(128, full))))
          .containsExactly("INVALID spec maxTotal");
    }

    @Test
    void counters_are_limited_only_in_sum() {
      var mixin = "mixins: {counterSet: [{name: m, counters: {c: {value: 1}}}]}\n";
      var set = "sharedCounters: [{name: s, counters: %s}]";

      assertThat(onCreate(slice(mixin + set.formatted(entries(0, 255, "{value: 1}"))))).isEmpty();
      assertThat(onCreate(slice(mixin + set.formatted(entries(0, 256, "{value: 1}")))))
          .containsExactly("INVALID spec maxTotal");
    }

    @Test
    void request_driven_counters_must_fit_into_an_allocation() {
      var counters = entries(0, 33, "{valueFrom: {capacityKey: x}}");

      assertThat(
              onCreate(
                  slice(
                      """
                      mixins: {deviceCounterConsumption: [{name: m, counters: %s}]}
                      devices: [{name: a, consumesCounters: [{counterSet: s, includes: [m]}]}]
                      """
                          .formatted(counters))))
          .containsExactly("TOO_MANY spec.devices[0].consumesCounters[0].counters maxItems");
    }
  }
}
