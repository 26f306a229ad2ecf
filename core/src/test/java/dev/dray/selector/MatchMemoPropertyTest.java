package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatchMemoPropertyTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_memo_answers_as_the_expression_does_device_by_device(long seed) {
    var random = new Random(seed);
    var schema = new Schema(1 + random.nextInt(20));
    var memo = new MatchMemo(1 + random.nextInt(200), 1 + random.nextInt(4));
    var expressions = new RandomExpressions(random);

    for (int i = 0; i < 10; i++) {
      var devices = devices(random);
      var table = DeviceTable.of(schema, devices);
      var selector = Compiled.selector(expressions.next());
      var matches = memo.matches(selector, table);
      for (int row = 0; row < devices.size(); row++) {
        assertThat(matches.match(row))
            .as("row %s of %s%n%s", row, devices, selector.expression())
            .isEqualTo(selector.test().test(devices.get(row)));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void an_expression_is_asked_once_for_each_different_sight_in_all_tables(long seed) {
    var random = new Random(seed);
    var memo = new MatchMemo(10_000, 10);
    var evaluations = new ArrayList<CelDevice>();
    var selector = counting(Compiled.selector(new RandomExpressions(random).next()), evaluations);
    var sights = new HashSet<List<Object>>();

    for (int i = 0; i < 3; i++) {
      var devices = devices(random);
      devices.forEach(device -> sights.add(Sights.sight(device, selector.reads())));
      memo.matches(selector, DeviceTable.of(new Schema(4), devices));
    }

    assertThat(evaluations).as(selector.toString()).hasSize(sights.size());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_table_gives_its_devices_back(long seed) {
    var devices = devices(new Random(seed));

    var table = DeviceTable.of(new Schema(10), devices);

    for (int row = 0; row < devices.size(); row++) {
      assertThat(Sights.sight(table.device(row), ReadSet.WHOLE_DEVICE))
          .isEqualTo(Sights.sight(devices.get(row), ReadSet.WHOLE_DEVICE));
    }
  }

  private static List<CelDevice> devices(Random random) {
    return Stream.generate(new RandomDevices(random)::next).limit(random.nextInt(150)).toList();
  }

  private static Selector counting(Selector selector, List<CelDevice> evaluations) {
    return new Selector(
        selector.expression(),
        selector.reads(),
        device -> {
          evaluations.add(device);
          return selector.test().test(device);
        });
  }
}
