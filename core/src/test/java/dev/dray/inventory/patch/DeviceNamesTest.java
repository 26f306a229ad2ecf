package dev.dray.inventory.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeviceNamesTest {
  private static final List<String> MANY =
      IntStream.range(0, 200).mapToObj(row -> "gpu-" + row % 150).toList();

  @Test
  void few_names_are_found() {
    var deviceNames = new DeviceNames(List.of("a", "b"));

    assertThat(deviceNames.row("b")).isEqualTo(1);
    assertThat(deviceNames.row("c")).isEqualTo(-1);
    assertThat(deviceNames.rows("a")).containsExactly(0);
    assertThat(deviceNames.rows("c")).isEmpty();
    assertThat(deviceNames.distinct()).isTrue();
  }

  @Test
  void many_names_are_found_and_of_equal_ones_the_first() {
    var deviceNames = new DeviceNames(MANY);

    assertThat(deviceNames.distinct()).isFalse();
    for (int row = 0; row < 150; row++) {
      assertThat(deviceNames.row("gpu-" + row)).isEqualTo(row);
    }
    assertThat(deviceNames.row("gpu-150")).isEqualTo(-1);
    assertThat(deviceNames.rows("gpu-7")).containsExactly(7, 157);
    assertThat(deviceNames.rows("gpu-120")).containsExactly(120);
  }
}
