package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.dray.selector.Checked.Accepted;
import dev.dray.selector.Checked.Refused;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Expressions meant to exhaust the checker: each is answered, soon, on a small stack. */
class HostileExpressionsTest {
  private static final DeviceExpressions STORED = DeviceExpressions.forStored();
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final long SMALL_STACK = 512 * 1024;

  static List<String> hostile() {
    return List.of(
        "(".repeat(5_000) + "true" + ")".repeat(5_000),
        "(".repeat(10_240),
        "[".repeat(250) + "]".repeat(250),
        "{1:".repeat(250) + "1" + "}".repeat(250),
        "dyn(".repeat(250) + "1" + ")".repeat(250),
        "1" + "+1".repeat(5_000) + " == 1",
        "true" + " ? true : true".repeat(700),
        "device" + ".a".repeat(5_000),
        "device.attributes" + "[0]".repeat(3_000),
        "device.driver" + ".trim()".repeat(1_400) + " == ''",
        "'" + "x".repeat(100_000) + "' == ''",
        "optional.of(1)" + ".optMap(x, x)".repeat(240) + ".hasValue()",
        "+ ".repeat(5_000),
        "@".repeat(10_240),
        "a ".repeat(5_000),
        "a) ".repeat(3_000),
        "\"".repeat(10_001),
        "'%s'.format(" + "[".repeat(240) + "]".repeat(240) + ")",
        "device.driver.matches('" + "(a{1000}){1000}" + "')");
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void what_is_too_deep_too_long_or_senseless_is_refused(String expression) {
    var answer =
        assertTimeoutPreemptively(SOON, () -> onSmallStack(() -> STORED.selector(expression)));

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

  private static Checked onSmallStack(Callable<Checked> call) throws Exception {
    var task = new FutureTask<>(call);
    var thread = new Thread(null, task, "small", SMALL_STACK);
    thread.start();
    return task.get();
  }
}
