package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.dray.selector.Checked.Accepted;
import dev.dray.selector.Checked.Refused;
import dev.dray.selector.HostileFolder.Hostile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Expressions meant to exhaust the checker: each is answered, soon, on a small stack. */
class HostileExpressionsTest {
  private static final DeviceExpressions STORED = DeviceExpressions.forStored();
  private static final Duration SOON = Duration.ofSeconds(10);

  static List<Hostile> hostile() {
    return HostileFolder.named("refused");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void what_is_too_deep_too_long_or_senseless_is_refused(Hostile hostile) {
    var answer =
        assertTimeoutPreemptively(
            SOON, () -> HostileFolder.onSmallStack(() -> STORED.selector(hostile.expression())));

    assertThat(answer).isInstanceOf(Refused.class);
  }

  @Test
  void nesting_is_allowed_up_to_upstreams_limit() {
    assertThat(STORED.selector("(".repeat(249) + "true" + ")".repeat(249)))
        .isInstanceOf(Accepted.class);
    assertThat(STORED.selector("(".repeat(250) + "true" + ")".repeat(250)))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.message())
                    .isEqualTo(
                        "compilation failed: ERROR: <input>:-1:0: expression recursion limit"
                            + " exceeded: 250"));
  }

  @Test
  void a_chain_is_allowed_up_to_upstreams_limit() {
    assertThat(STORED.selector("1" + "+1".repeat(248) + " == 1")).isInstanceOf(Accepted.class);
    assertThat(STORED.selector("1" + "+1".repeat(250) + " == 1"))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.message()).endsWith("max recursion depth exceeded"));
  }

  @Test
  void a_wide_expression_is_no_problem() {
    assertThat(STORED.selector("true" + " && true".repeat(1_200)))
        .isEqualTo(new Accepted(0, "bool"));
    assertThat(STORED.selector("1 in [" + "1,".repeat(5_000) + "1]"))
        .isEqualTo(new Accepted(5_011, "bool"));
  }
}
