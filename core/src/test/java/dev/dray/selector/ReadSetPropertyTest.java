package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReadSetPropertyTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void what_is_not_in_the_read_set_changes_neither_answer_nor_failure(long seed) {
    var random = new Random(seed);
    var devices = new RandomDevices(random);
    var selector = Compiled.selector(new RandomExpressions(random).next());

    for (int i = 0; i < 40; i++) {
      var device = wellFormed(devices);
      var changed = Sights.mixed(device, wellFormed(devices), selector.reads(), random);

      assertThat(selector.test().test(changed))
          .as("%s%nreads %s%n%s%n%s", selector.expression(), selector.reads(), device, changed)
          .isEqualTo(selector.test().test(device));
    }
  }

  /** Shows that the test above could fail. */
  @Test
  void what_is_in_the_read_set_often_changes_the_answer() {
    var random = new Random(1);
    var devices = new RandomDevices(random);
    var expressions = new RandomExpressions(random);
    int changes = 0;

    for (int i = 0; i < 1_000; i++) {
      var selector = Compiled.selector(expressions.next());
      var device = wellFormed(devices);
      var changed = Sights.mixed(device, wellFormed(devices), Compiled.reads("true"), random);
      changes += selector.test().test(changed).equals(selector.test().test(device)) ? 0 : 1;
    }

    assertThat(changes).isGreaterThan(100);
  }

  private static CelDevice wellFormed(RandomDevices devices) {
    return Stream.generate(devices::next).filter(Sights::isWellFormed).findFirst().orElseThrow();
  }
}
