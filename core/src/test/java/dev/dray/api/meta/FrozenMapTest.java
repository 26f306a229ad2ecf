package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrozenMapTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void it_is_the_map_it_was_made_of_in_the_same_order(long seed) {
    var random = new SplittableRandom(seed);
    var original = new LinkedHashMap<String, Integer>();
    var builder = new FrozenMap.Builder<String, Integer>();
    for (int i = random.nextInt(100); i > 0; i--) {
      var key = "key-" + random.nextInt(60);
      boolean added = builder.put(key, i);
      assertThat(added).isEqualTo(original.put(key, i) == null);
    }

    var built = builder.build();
    var copied = FrozenMap.copyOf(original);

    assertThat(built).isEqualTo(original).isEqualTo(copied).hasSameHashCodeAs(original);
    assertThat(built.keySet()).containsExactlyElementsOf(original.keySet());
    for (int i = 0; i < 60; i++) {
      assertThat(built.get("key-" + i)).isEqualTo(original.get("key-" + i));
      assertThat(copied.containsKey("key-" + i)).isEqualTo(original.containsKey("key-" + i));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void with_and_without_are_what_a_linked_map_would_be(long seed) {
    var random = new SplittableRandom(seed);
    var expected = new LinkedHashMap<String, Integer>();
    var map = FrozenMap.<String, Integer>of();
    for (int i = 0; i < 200; i++) {
      var key = "key-" + random.nextInt(20);
      var before = new LinkedHashMap<>(map);
      var old = map;
      if (random.nextBoolean()) {
        map = map.with(key, i);
        expected.put(key, i);
      } else {
        map = map.without(key);
        expected.remove(key);
      }

      assertThat(old).isEqualTo(before);
      assertThat(map).isEqualTo(expected);
      assertThat(map.keySet()).containsExactlyElementsOf(expected.keySet());
      assertThat(map.get(key)).isEqualTo(expected.get(key));
    }
  }

  @Test
  void it_does_not_change() {
    var map = new LinkedHashMap<String, String>();
    map.put("a", "b");
    var frozen = FrozenMap.copyOf(map);

    map.put("c", "d");

    assertThat(frozen).containsOnlyKeys("a");
    assertThatThrownBy(() -> frozen.put("c", "d"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void a_frozen_map_is_not_copied_again() {
    var frozen = FrozenMap.copyOf(new LinkedHashMap<>(java.util.Map.of("a", "b")));

    assertThat(FrozenMap.copyOf(frozen)).isSameAs(frozen);
  }
}
