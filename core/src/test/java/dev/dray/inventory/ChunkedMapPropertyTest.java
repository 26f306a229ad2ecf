package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A map in chunks beside the one of the JDK. */
class ChunkedMapPropertyTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void it_holds_what_any_map_would_and_older_copies_do_not_change(long seed) {
    var random = new Random(seed);
    var map = ChunkedMap.<String, Integer>empty();
    var expected = new HashMap<String, Integer>();
    for (int round = 0; round < 30; round++) {
      var before = map;
      var sizeBefore = expected.size();
      var valuesBefore = Map.copyOf(expected);
      var changes = new HashMap<String, Optional<Integer>>();
      for (int i = random.nextInt(40); i > 0; i--) {
        var key = "k" + random.nextInt(300);
        changes.put(key, random.nextInt(3) == 0 ? Optional.empty() : Optional.of(random.nextInt()));
      }
      changes.forEach(
          (key, value) ->
              value.ifPresentOrElse(it -> expected.put(key, it), () -> expected.remove(key)));

      map = map.with(changes);

      assertThat(map.size()).isEqualTo(expected.size());
      assertThat(map.values()).containsExactlyInAnyOrderElementsOf(expected.values());
      for (int i = 0; i < 300; i++) {
        assertThat(map.get("k" + i)).isEqualTo(Optional.ofNullable(expected.get("k" + i)));
      }
      assertThat(before.size()).isEqualTo(sizeBefore);
      assertThat(before.values()).containsExactlyInAnyOrderElementsOf(valuesBefore.values());
    }
  }
}
