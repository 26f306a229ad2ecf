package dev.dray.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.validation.Validator;
import org.junit.jupiter.api.Test;

final class DeviationsTest {
  private static final FieldErrors NONE = FieldErrors.of(Cases.parse("[]"));

  @Test
  void a_shared_counter_without_a_value_is_refused_by_decision_21() {
    var slice = slice("\"sharedCounters\": [{\"name\": \"s\", \"counters\": {\"c\": {}}}]");

    assertThat(judged(slice)).isEqualTo(new Outcome.Deviates("decision 21"));
  }

  @Test
  void a_consumption_without_a_value_is_refused_by_decision_21() {
    var slice =
        slice(
            """
            "devices": [{"name": "d",
              "consumesCounters": [{"counterSet": "s", "counters": {"c": {}}}]}]
            """);

    assertThat(judged(slice)).isEqualTo(new Outcome.Deviates("decision 21"));
  }

  @Test
  void amounts_of_a_policy_that_no_request_can_come_to_are_refused() {
    for (var policy :
        new String[] {
          "{\"default\": \"-1\"}",
          "{\"default\": \"11\"}",
          "{\"default\": \"1\", \"validValues\": [\"-1\", \"1\"]}"
        }) {
      var slice =
          slice(
              """
              "devices": [{"name": "d", "allowMultipleAllocations": true,
                "capacity": {"c": {"value": "10", "requestPolicy": %s}}}]
              """
                  .formatted(policy));

      assertThat(judged(slice))
          .isEqualTo(new Outcome.Deviates("docs/deviations.md (request policies)"));
    }
  }

  @Test
  void a_mistake_that_no_decision_speaks_of_is_a_failure() {
    var slice = slice("\"devices\": [{\"name\": \"D\"}]");

    assertThat(judged(slice)).isInstanceOf(Outcome.Failed.class);
  }

  private static Outcome judged(ApiObject slice) {
    return Deviations.judge(slice, Validator.with(Gates.defaults()).create(slice), NONE);
  }

  private static ApiObject slice(String more) {
    return CaseObjects.read(
        """
        {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice",
         "metadata": {"name": "slice"},
         "spec": {"driver": "gpu.example.com", "nodeName": "node",
           "pool": {"name": "pool", "generation": 1, "resourceSliceCount": 1},
           %s}}
        """
            .formatted(more));
  }
}
