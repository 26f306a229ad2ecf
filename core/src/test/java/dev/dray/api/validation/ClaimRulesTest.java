package dev.dray.api.validation;

import static dev.dray.api.validation.Written.claim;
import static dev.dray.api.validation.Written.object;
import static dev.dray.api.validation.Written.onCreate;
import static dev.dray.api.validation.Written.onUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ClaimRulesTest {
  private static final String GOOD = "deviceClassName: gpu, allocationMode: ExactCount, count: 1";

  private static ApiObject requests(String requests) {
    return claim("requests: [" + requests + "]");
  }

  private static ApiObject exactly(String more) {
    return requests("{name: a, exactly: {%s, %s}}".formatted(GOOD, more));
  }

  private static String times(int count, String item) {
    return IntStream.range(0, count)
        .mapToObj(i -> item.replace("#", Integer.toString(i)))
        .collect(Collectors.joining(", "));
  }

  @Nested
  class Requests {

    @Test
    void a_request_without_a_choice_is_refused_with_advice() {
      var found = Validator.with(Gates.defaults()).create(requests("{name: a}"));

      assertThat(Written.found(found)).containsExactly("REQUIRED spec.devices.requests[0] union");
      assertThat(found.toList().getFirst().hint().orElseThrow()).contains("under `exactly`");
    }

    @Test
    void a_request_with_both_choices_gets_only_the_checks_of_each_by_itself() {
      assertThat(
              onCreate(
                  requests(
                      """
                      {name: a, exactly: {deviceClassName: '', allocationMode: X, count: -1},
                       firstAvailable: [{name: B, deviceClassName: ''}]}
                      """)))
          .containsExactly(
              "INVALID spec.devices.requests[0] union",
              "NOT_SUPPORTED spec.devices.requests[0].exactly.allocationMode enum",
              "REQUIRED spec.devices.requests[0].firstAvailable[0].deviceClassName required");
    }

    @Test
    void there_are_32_of_different_names_with_8_alternatives() {
      var one = "{name: r#, exactly: {%s}}".formatted(GOOD);
      assertThat(onCreate(requests(times(32, one)))).isEmpty();
      assertThat(onCreate(requests(times(33, one))))
          .containsExactly("TOO_MANY spec.devices.requests maxItems");
      assertThat(onCreate(requests(one + ", " + one)))
          .contains("DUPLICATE spec.devices.requests[1] unique");
      var alternatives = "{name: a, firstAvailable: [%s]}";
      assertThat(
              onCreate(
                  requests(alternatives.formatted(times(9, "{name: s#, %s}".formatted(GOOD))))))
          .containsExactly("TOO_MANY spec.devices.requests[0].firstAvailable maxItems");
      assertThat(
              onCreate(requests(alternatives.formatted(times(2, "{name: s, %s}".formatted(GOOD))))))
          .containsExactly("DUPLICATE spec.devices.requests[0].firstAvailable[1] unique");
    }

    @Test
    void mode_and_count_fit_together() {
      assertThat(
              onCreate(
                  requests(
                      """
                      {name: a, exactly: {deviceClassName: gpu, allocationMode: All, count: 1}},
                      {name: b, exactly: {deviceClassName: gpu, allocationMode: ExactCount}},
                      {name: c, exactly: {deviceClassName: A, allocationMode: Some}}
                      """)))
          .containsExactly(
              "INVALID spec.devices.requests[0].exactly.count dependentForbidden",
              "INVALID spec.devices.requests[1].exactly.count minimum",
              "INVALID spec.devices.requests[2].exactly.deviceClassName format=k8s-long-name",
              "NOT_SUPPORTED spec.devices.requests[2].exactly.allocationMode enum");
    }

    @Test
    void selectors_are_cel_and_at_most_32() {
      assertThat(onCreate(exactly("selectors: [{}]")))
          .containsExactly("REQUIRED spec.devices.requests[0].exactly.selectors[0].cel required");
      assertThat(
              onCreate(
                  exactly("selectors: [{cel: {expression: '%s'}}]".formatted("x".repeat(10_241)))))
          .containsExactly(
              "TOO_LONG spec.devices.requests[0].exactly.selectors[0].cel.expression maxBytes");
      assertThat(
              onCreate(
                  exactly("selectors: [%s]".formatted(times(33, "{cel: {expression: 'true'}}")))))
          .containsExactly("TOO_MANY spec.devices.requests[0].exactly.selectors maxItems");
    }

    @Test
    void tolerations_are_checked() {
      assertThat(
              onCreate(
                  exactly(
                      """
                      tolerations: [{key: a/b/c, operator: Exists, value: x},
                       {operator: ''}, {operator: X, effect: X}, {operator: Equal, value: '-'}]
                      """)))
          .containsExactly(
              "INVALID spec.devices.requests[0].exactly.tolerations[0].key format=k8s-label-key",
              "INVALID spec.devices.requests[0].exactly.tolerations[0].value dependentForbidden",
              "REQUIRED spec.devices.requests[0].exactly.tolerations[1].operator required",
              "NOT_SUPPORTED spec.devices.requests[0].exactly.tolerations[2].operator enum",
              "NOT_SUPPORTED spec.devices.requests[0].exactly.tolerations[2].effect enum",
              "INVALID spec.devices.requests[0].exactly.tolerations[3].value"
                  + " format=k8s-label-value");
    }

    @Test
    void requested_capacity_has_names_and_is_not_negative() {
      assertThat(onCreate(exactly("capacity: {requests: {memory: 1Gi, gpu.example.com/x: 0}}")))
          .isEmpty();
      assertThat(onCreate(exactly("capacity: {requests: {a-b: 1, c: -1}}")))
          .containsExactly(
              "INVALID spec.devices.requests[0].exactly.capacity.requests"
                  + " format=k8s-resource-qualified-name",
              "INVALID spec.devices.requests[0].exactly.capacity.requests[c] minimum");
    }
  }

  @Nested
  class Constraints {

    private static ApiObject constrained(String constraint) {
      return claim(
          """
          requests:
          - {name: a, exactly: {%s}}
          - {name: b, firstAvailable: [{name: s, %s}]}
          constraints: [%s]
          """
              .formatted(GOOD, GOOD, constraint));
    }

    @Test
    void one_kind_is_set() {
      assertThat(onCreate(constrained("{}")))
          .containsExactly("REQUIRED spec.devices.constraints[0] union");
      assertThat(onCreate(constrained("{matchAttribute: d.io/x, distinctAttribute: d.io/x}")))
          .containsExactly("INVALID spec.devices.constraints[0] union");
      var off = Gates.defaults().without(Gate.DRA_CONSUMABLE_CAPACITY);
      assertThat(Written.found(Validator.with(off).create(constrained("{}"))))
          .containsExactly("REQUIRED spec.devices.constraints[0].matchAttribute required");
    }

    @Test
    void an_attribute_without_a_domain_is_refused_with_advice() {
      var found = Validator.with(Gates.defaults()).create(constrained("{matchAttribute: model}"));

      assertThat(Written.found(found))
          .containsExactly(
              "INVALID spec.devices.constraints[0].matchAttribute"
                  + " format=k8s-resource-fully-qualified-name");
      assertThat(found.toList().getFirst().hint()).contains("write <driver>/model");
    }

    @Test
    void a_domain_is_in_lower_case_and_short() {
      assertThat(onCreate(constrained("{distinctAttribute: D.io/x}"))).hasSize(1);
      assertThat(onCreate(constrained("{matchAttribute: /x}"))).hasSize(1);
      assertThat(onCreate(constrained("{matchAttribute: %s/x}".formatted("d".repeat(64)))))
          .containsExactly(
              "TOO_LONG spec.devices.constraints[0].matchAttribute"
                  + " format=k8s-resource-fully-qualified-name");
    }

    @Test
    void references_name_requests_or_alternatives() {
      assertThat(onCreate(constrained("{requests: [a, b, b/s], matchAttribute: d.io/x}")))
          .isEmpty();
      assertThat(
              onCreate(
                  constrained("{requests: [c, a/s, b/t, b/s/u, a, a], matchAttribute: d.io/x}")))
          .containsExactly(
              "INVALID spec.devices.constraints[0].requests[0] reference",
              "INVALID spec.devices.constraints[0].requests[1] reference",
              "INVALID spec.devices.constraints[0].requests[2] reference",
              "INVALID spec.devices.constraints[0].requests[3] reference",
              "DUPLICATE spec.devices.constraints[0].requests[5] unique");
    }
  }

  @Nested
  class DerivedAttributes {

    @Test
    void a_name_is_qualified_and_compared_by_a_constraint_on_the_request() {
      var derived = "derivedAttributes: [{name: d.io/x, expression: device.driver}]";
      var request = "requests: [{name: a, exactly: {%s, %s}}]\n".formatted(GOOD, derived);

      assertThat(onCreate(claim(request)))
          .containsExactly(
              "INVALID spec.devices.requests[0].exactly.derivedAttributes[0].name reference");
      assertThat(onCreate(claim(request + "constraints: [{matchAttribute: d.io/x}]"))).isEmpty();
      assertThat(
              onCreate(claim(request + "constraints: [{requests: [a], matchAttribute: d.io/x}]")))
          .isEmpty();
    }

    @Test
    void a_constraint_on_the_request_counts_for_its_alternatives() {
      assertThat(
              onCreate(
                  claim(
                      """
                      requests:
                      - name: a
                        firstAvailable:
                        - {name: s, %s, derivedAttributes: [{name: d.io/x, expression: device.driver}]}
                      constraints: [{requests: [a], matchAttribute: d.io/x}]
                      """
                          .formatted(GOOD))))
          .isEmpty();
    }

    @Test
    void name_and_expression_are_required_and_names_differ() {
      assertThat(
              onCreate(
                  claim(
                      """
                      requests:
                      - name: a
                        exactly: {%s, derivedAttributes: [{name: '', expression: ''},
                          {name: d.io/x, expression: device.driver},
                          {name: d.io/x, expression: device.driver}]}
                      constraints: [{matchAttribute: d.io/x}]
                      """
                          .formatted(GOOD))))
          .containsExactly(
              "REQUIRED spec.devices.requests[0].exactly.derivedAttributes[0].name required",
              "REQUIRED spec.devices.requests[0].exactly.derivedAttributes[0].expression required",
              "DUPLICATE spec.devices.requests[0].exactly.derivedAttributes[2] unique");
    }
  }

  @Nested
  class Configuration {

    @Test
    void it_is_opaque_with_a_driver_and_a_json_object() {
      assertThat(
              onCreate(
                  claim(
                      """
                      requests: [{name: a, exactly: {%s}}]
                      config:
                      - {}
                      - opaque: {driver: '', parameters: null}
                      - opaque: {driver: A_b, parameters: [1]}
                      - opaque: {driver: d, parameters: {x: %s}}
                      """
                          .formatted(GOOD, "y".repeat(10_240)))))
          .containsExactly(
              "REQUIRED spec.devices.config[0].opaque required",
              "REQUIRED spec.devices.config[1].opaque.driver required",
              "REQUIRED spec.devices.config[1].opaque.parameters required",
              "INVALID spec.devices.config[2].opaque.driver format=k8s-long-name-caseless",
              "INVALID spec.devices.config[2].opaque.parameters format=json-object",
              "TOO_LONG spec.devices.config[3].opaque.parameters maxBytes");
    }
  }

  @Nested
  class Updates {

    @Test
    void the_spec_of_a_claim_cannot_change_and_is_not_checked_again() {
      var wrong = requests("{name: A}");

      assertThat(onUpdate(wrong, wrong)).isEmpty();
      assertThat(onUpdate(exactly("adminAccess: true"), wrong))
          .containsExactly("INVALID spec immutable");
    }

    @Test
    void amounts_written_differently_are_the_same_spec() {
      assertThat(
              onUpdate(
                  exactly("capacity: {requests: {m: 1000m}}"),
                  exactly("capacity: {requests: {m: 1}}")))
          .isEmpty();
    }

    @Test
    void how_a_stored_template_names_derived_attributes_is_not_looked_at_again() {
      var template =
          object(
              "ResourceClaimTemplate",
              """
              spec:
                devices:
                  requests:
                  - name: gpu
                    exactly:
                      deviceClassName: gpu
                      allocationMode: ExactCount
                      count: 1
                      derivedAttributes:
                      - {name: "", expression: "true"}
              """);

      assertThat(onCreate(template))
          .containsExactly(
              "REQUIRED spec.spec.devices.requests[0].exactly.derivedAttributes[0].name required");
      assertThat(onUpdate(template, template)).isEmpty();
    }

    @Test
    void a_template_is_checked_again_but_not_by_rules_that_are_new() {
      var template =
          object(
              "ResourceClaimTemplate",
              """
              metadata: {name: x, labels: {a: b}}
              spec:
                devices:
                  requests: [{name: A, exactly: {%s, capacity: {requests: {m: -1}}}}]
              """
                  .formatted(GOOD));

      assertThat(onUpdate(template, template))
          .containsExactly(
              "FORBIDDEN spec.metadata.name forbidden",
              "INVALID spec.spec.devices.requests[0].name format=k8s-short-name");
      assertThat(onCreate(template))
          .contains("INVALID spec.spec.devices.requests[0].exactly.capacity.requests[m] minimum");
    }
  }
}
