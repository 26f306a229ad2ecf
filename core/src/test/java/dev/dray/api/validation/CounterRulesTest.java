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

class CounterRulesTest {

  private static ApiObject shared(String counters) {
    return slice("sharedCounters: [{name: set, counters: %s}]".formatted(counters));
  }

  private static ApiObject consuming(String counters, String more) {
    return slice(
        "devices: [{name: a, consumesCounters: [{counterSet: set, counters: %s%s}]}]"
            .formatted(counters, more));
  }

  private static String many(int count) {
    return IntStream.range(0, count)
        .mapToObj("c%d: {value: 1}"::formatted)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  @Nested
  class Sets {

    @Test
    void a_set_has_a_name_and_counters_with_names() {
      assertThat(
              onCreate(
                  slice(
                      "sharedCounters: [{name: '', counters: {}}, {name: A, counters: {A: {value:"
                          + " 1}}}]")))
          .containsExactly(
              "REQUIRED spec.sharedCounters[0].name required",
              "REQUIRED spec.sharedCounters[0].counters required",
              "INVALID spec.sharedCounters[1].name format=k8s-short-name",
              "INVALID spec.sharedCounters[1].counters format=k8s-short-name");
    }

    @Test
    void there_are_at_most_8_sets_of_32_counters() {
      assertThat(onCreate(shared(many(32)))).isEmpty();
      assertThat(onCreate(shared(many(33))))
          .containsExactly("TOO_MANY spec.sharedCounters[0].counters maxItems");
      var sets =
          IntStream.range(0, 9)
              .mapToObj("{name: s%d, counters: {c: {value: 1}}}"::formatted)
              .collect(Collectors.joining(", ", "sharedCounters: [", "]"));
      assertThat(onCreate(slice(sets))).containsExactly("TOO_MANY spec.sharedCounters maxItems");
    }

    @Test
    void a_shared_counter_has_a_value_and_takes_it_from_nowhere() {
      assertThat(onCreate(shared("{c: {valueFrom: {capacityKey: x}}}")))
          .containsExactly(
              "FORBIDDEN spec.sharedCounters[0].counters[c].valueFrom forbidden",
              "REQUIRED spec.sharedCounters[0].counters[c].value required");
    }

    @Test
    void a_negative_counter_is_refused_unless_it_is_stored() {
      var negative = shared("{c: {value: -1}}");

      assertThat(onCreate(negative))
          .containsExactly("INVALID spec.sharedCounters[0].counters[c].value minimum");
      assertThat(onUpdate(negative, negative)).isEmpty();
      assertThat(onUpdate(negative, shared("{c: {value: 1}}")))
          .containsExactly("INVALID spec.sharedCounters[0].counters[c].value minimum");
    }

    @Test
    void a_request_policy_is_checked_against_the_counter() {
      assertThat(
              onCreate(shared("{c: {value: 4, requestPolicy: {default: 1, validValues: [1, 8]}}}")))
          .containsExactly(
              "INVALID spec.sharedCounters[0].counters[c].requestPolicy.validValues[1] maximum");
    }
  }

  @Nested
  class Consumption {
    private static final String AT = "spec.devices[0].consumesCounters[0]";

    @Test
    void a_device_consumes_from_at_most_two_different_sets() {
      var one = "{counterSet: a, counters: {c: {value: 1}}}";
      assertThat(
              onCreate(
                  slice("devices: [{name: a, consumesCounters: [%s, %s]}]".formatted(one, one))))
          .containsExactly("DUPLICATE spec.devices[0].consumesCounters[1] unique");
      assertThat(
              onCreate(
                  slice(
                      "devices: [{name: a, consumesCounters: [%s, %s, %s]}]"
                          .formatted(one, one, one))))
          .containsExactly("TOO_MANY spec.devices[0].consumesCounters maxItems");
    }

    @Test
    void exactly_one_of_value_and_value_from_is_set() {
      assertThat(onCreate(consuming("{c: {}}", "")))
          .containsExactly("REQUIRED " + AT + ".counters[c] union");
      assertThat(onCreate(consuming("{c: {value: 1, valueFrom: {capacityKey: m}}}", "")))
          .containsExactly("INVALID " + AT + ".counters[c] union");
      assertThat(onCreate(consuming("{c: {valueFrom: {capacityKey: m}}}", ""))).isEmpty();
    }

    @Test
    void a_capacity_key_is_a_qualified_name() {
      assertThat(onCreate(consuming("{c: {valueFrom: {capacityKey: ''}}}", "")))
          .containsExactly("REQUIRED " + AT + ".counters[c].valueFrom.capacityKey required");
      assertThat(onCreate(consuming("{c: {valueFrom: {capacityKey: a-b}}}", "")))
          .containsExactly(
              "INVALID "
                  + AT
                  + ".counters[c].valueFrom.capacityKey format=k8s-resource-qualified-name");
    }

    @Test
    void a_request_policy_is_accepted_and_ignored() {
      assertThat(onCreate(consuming("{c: {value: 1, requestPolicy: {validValues: [9, 1]}}}", "")))
          .isEmpty();
    }

    @Test
    void negative_consumption_is_refused_unless_the_device_is_stored_like_that() {
      var negative = consuming("{c: {value: -1}}", "");

      assertThat(onCreate(negative))
          .containsExactly("INVALID " + AT + ".counters[c].value minimum");
      assertThat(onUpdate(negative, negative)).isEmpty();
    }

    @Test
    void groups_are_two_different_labels_at_most() {
      assertThat(onCreate(consuming("{c: {value: 1}}", ", compatibilityGroups: [a, b]"))).isEmpty();
      assertThat(onCreate(consuming("{c: {value: 1}}", ", compatibilityGroups: [a, b, c]")))
          .containsExactly("TOO_MANY " + AT + ".compatibilityGroups maxItems");
      assertThat(onCreate(consuming("{c: {value: 1}}", ", compatibilityGroups: [A, A]")))
          .containsExactly(
              "INVALID " + AT + ".compatibilityGroups[0] format=k8s-short-name",
              "INVALID " + AT + ".compatibilityGroups[1] format=k8s-short-name",
              "DUPLICATE " + AT + ".compatibilityGroups[1] unique");
    }
  }
}
