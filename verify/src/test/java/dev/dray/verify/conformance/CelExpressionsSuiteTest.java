package dev.dray.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.selector.Checked;
import dev.dray.selector.DeviceExpressions;
import org.junit.jupiter.api.Test;

/** Answers that depend on the order in which upstream happened to visit a map. */
class CelExpressionsSuiteTest {
  private static final DeviceExpressions EXPRESSIONS = DeviceExpressions.forStored();
  private static final String FIRST_IS = "device.attributes.map(d, d)[0] == '%s'";

  /** A case in which upstream estimates the same, so that only its answer may differ. */
  private static Outcome run(String expression, boolean upstream) {
    var estimate =
        switch (EXPRESSIONS.selector(expression)) {
          case Checked.Accepted(var most, _) -> most;
          case Checked.Refused refused -> throw new IllegalArgumentException(refused.message());
        };
    var json =
        """
        {"expression": "%s",
         "upstream": {"list-stored": {"type": "bool", "maxCost": "%d", "match": %b}}}
        """
            .formatted(expression, estimate, upstream);
    return new CelExpressionsSuite().run(new Case("cel-expressions", "case", Cases.parse(json)));
  }

  @Test
  void an_answer_that_some_order_leads_to_is_right() {
    var kept = FIRST_IS.formatted("gpu.example.com");

    var note = new Outcome.Noted("an answer that takes another order of maps");
    assertThat(run(kept, true)).isEqualTo(new Outcome.Passed());
    assertThat(run(kept, false)).isEqualTo(note);
    assertThat(run(FIRST_IS.formatted("other.example.com"), true)).isEqualTo(note);
  }

  @Test
  void an_answer_that_no_order_leads_to_is_wrong() {
    assertThat(run(FIRST_IS.formatted("nobody.example.com"), true))
        .isInstanceOf(Outcome.Failed.class);
    assertThat(run("device.attributes.size() == 3", false)).isInstanceOf(Outcome.Failed.class);
  }
}
