package dev.dray.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Answers that depend on the order in which upstream happened to visit a map. */
class CelExpressionsSuiteTest {
  private static final String FIRST_IS = "device.attributes.map(d, d)[0] == \\\"%s\\\"";

  private static Outcome run(String expression, boolean upstream) {
    var json =
        """
        {"expression": "%s",
         "upstream": {"list-stored": {"type": "bool", "maxCost": "0", "match": %b}}}
        """
            .formatted(expression, upstream);
    return new CelExpressionsSuite().run(new Case("cel-expressions", "case", Cases.parse(json)));
  }

  @Test
  void an_answer_that_some_order_leads_to_is_right() {
    var kept = FIRST_IS.formatted("gpu.example.com");

    assertThat(run(kept, true)).isNotInstanceOf(Outcome.Failed.class);
    assertThat(run(kept, false)).isNotInstanceOf(Outcome.Failed.class);
    assertThat(run(FIRST_IS.formatted("other.example.com"), true))
        .isNotInstanceOf(Outcome.Failed.class);
  }

  @Test
  void an_answer_that_no_order_leads_to_is_wrong() {
    assertThat(run(FIRST_IS.formatted("nobody.example.com"), true))
        .isInstanceOf(Outcome.Failed.class);
    assertThat(run("device.attributes.size() == 3", false)).isInstanceOf(Outcome.Failed.class);
  }
}
