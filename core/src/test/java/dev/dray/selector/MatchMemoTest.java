package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.selector.CombinedMatches.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MatchMemoTest {
  private static final String MODEL_0 = "device.attributes['gpu.example.com'].model == 'model-0'";

  private final List<CelDevice> evaluated = new ArrayList<>();
  private final MatchMemo memo = new MatchMemo(1_000, 10);

  @Test
  void a_hundred_thousand_devices_of_eight_models_are_asked_about_eight_times() {
    var devices = IntStream.range(0, 100_000).mapToObj(i -> gpu(i, "model-" + i % 8)).toList();
    var table = DeviceTable.of(new Schema(10), devices);

    var matches = memo.matches(counted(MODEL_0), table);

    assertThat(evaluated).hasSize(8);
    assertThat(matches.matching().count()).isEqualTo(12_500);
    assertThat(matches.matching().contains(8)).isTrue();
    assertThat(matches.failing().isEmpty()).isTrue();
  }

  @Test
  void devices_of_other_pools_and_other_entries_share_answers() {
    var selector = counted(MODEL_0);
    for (int pool = 0; pool < 100; pool++) {
      var devices = List.of(gpu(pool, "model-0"), gpu(-pool, "model-1"));
      memo.matches(selector, DeviceTable.of(new Schema(10), devices));
    }

    assertThat(evaluated).hasSize(2);
  }

  @Test
  void the_same_table_is_passed_once() {
    var table = DeviceTable.of(new Schema(10), List.of(gpu(0, "model-0")));

    assertThat(memo.matches(counted(MODEL_0), table))
        .isSameAs(memo.matches(counted(MODEL_0), table));
  }

  @Test
  void an_attribute_without_value_fails_its_device_and_no_other() {
    var bad = new CelDevice("gpu.example.com", Map.of("v", none()), Map.of(), false);
    var worse = new CelDevice("gpu.example.com", Map.of("w", none()), Map.of(), false);
    var devices = List.of(gpu(0, "model-0"), bad, worse, bad, gpu(1, "model-0"));

    var matches = memo.matches(counted("true"), DeviceTable.of(new Schema(10), devices));

    assertThat(matches.matching()).hasToString("{0, 4}");
    assertThat(matches.failing()).hasToString("{1, 2, 3}");
    assertThat(matches.failure(2)).isEqualTo("attribute w: unsupported attribute value");
    assertThat(matches.failure(3)).isEqualTo("attribute v: unsupported attribute value");
    assertThat(evaluated).hasSize(3);
  }

  @Test
  void the_first_selector_that_does_not_say_yes_decides() {
    var table =
        DeviceTable.of(
            new Schema(10), Stream.of("a", "b", "c", "d").map(model -> gpu(0, model)).toList());
    var first = selector("first", Map.of("a", Match.NO, "c", new Match.Failed("first")));
    var second =
        selector(
            "second", Map.of("a", new Match.Failed("second"), "b", new Match.Failed("second")));

    var combinedMatches = memo.select(List.of(first, second), table);

    assertThat(combinedMatches.matching()).hasToString("{3}");
    assertThat(combinedMatches.failing()).hasToString("{1, 2}");
    assertThat(combinedMatches.firstFailure(0)).contains(new Failure(1, 1, "second"));
    assertThat(combinedMatches.firstFailure(2)).contains(new Failure(2, 0, "first"));
    assertThat(combinedMatches.firstFailure(3)).isEmpty();
    assertThat(combinedMatches.failure(0)).isEmpty();
  }

  @Test
  void without_selectors_every_device_matches() {
    var table = DeviceTable.of(new Schema(10), List.of(gpu(0, "a"), gpu(1, "b")));

    assertThat(memo.select(List.of(), table).matching()).isEqualTo(RowSet.all(2));
  }

  /** Answers by model; yes unless told otherwise. */
  private static Selector selector(String name, Map<String, Match> byModel) {
    return new Selector(
        name,
        ReadSet.WHOLE_DEVICE,
        device ->
            device.attributes().get("model") instanceof DeviceAttribute.StringValue(var model)
                ? byModel.getOrDefault(model, Match.YES)
                : Match.NO);
  }

  private Selector counted(String expression) {
    var selector = Compiled.selector(expression);
    return new Selector(
        expression,
        selector.reads(),
        device -> {
          evaluated.add(device);
          return selector.test().test(device);
        });
  }

  private static CelDevice gpu(int number, String model) {
    return new CelDevice(
        "gpu.example.com",
        Map.of(
            "model",
            new DeviceAttribute.StringValue(model),
            "uuid",
            new DeviceAttribute.StringValue("GPU-" + number)),
        Map.of(),
        false);
  }

  private static DeviceAttribute none() {
    return new DeviceAttribute.Malformed(List.of());
  }
}
