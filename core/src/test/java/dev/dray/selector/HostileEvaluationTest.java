package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.selector.HostileFolder.Hostile;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Expressions meant to run forever or to fill the memory: each is refused, or ends after a number
 * of steps that can be counted, on a small stack.
 *
 * <p>A step stands for some ten nanoseconds of a slow machine. Whoever finds an expression that
 * takes much longer for its steps has found a function that does not count what it does: put the
 * expression into the folder, and the count into the function.
 */
class HostileEvaluationTest {
  private static final DeviceExpressions STORED = DeviceExpressions.forStored();
  private static final CelDevice DEVICE = device();

  /** Not how long it may take, but how long to wait for what never ends. */
  private static final Duration FOREVER = Duration.ofSeconds(30);

  private static final long MOST_STEPS = 12_000_000;
  private static final long MOST_BYTES = 256L << 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static CelDevice device() {
    var attributes = new LinkedHashMap<String, DeviceAttribute>();
    attributes.put("model", new DeviceAttribute.StringValue("a".repeat(64)));
    attributes.put("links", new DeviceAttribute.StringValues(List.of("a", "b", "c")));
    return new CelDevice("d", attributes, Map.of(), true);
  }

  static List<Hostile> hostile() {
    return HostileFolder.named("evaluated");
  }

  private record Run(CompiledSelector.Measured measured, long bytes) {}

  private static Run run(CompiledSelector selector) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    var measured = selector.measure(DEVICE);
    return new Run(measured, THREADS.getCurrentThreadAllocatedBytes() - before);
  }

  @Test
  void there_are_many() {
    assertThat(hostile()).hasSizeGreaterThanOrEqualTo(150);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void every_expression_ends_after_so_many_steps_and_bytes(Hostile hostile) {
    var answer =
        assertTimeoutPreemptively(
            FOREVER,
            () -> HostileFolder.onSmallStack(() -> STORED.compileSelector(hostile.expression())));

    if (answer instanceof CompileResult.Compiled<CompiledSelector>(var selector, _)) {
      var run =
          assertTimeoutPreemptively(FOREVER, () -> HostileFolder.onSmallStack(() -> run(selector)));

      assertThat(run.measured().cost()).isLessThanOrEqualTo(DeviceExpressions.COST_LIMIT);
      assertThat(run.measured().steps()).isLessThanOrEqualTo(MOST_STEPS);
      assertThat(run.bytes()).isLessThanOrEqualTo(MOST_BYTES);
    }
  }
}
