package dev.dray.bench.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldsTest {

  @Test
  void a_world_is_the_same_each_time_it_is_written(@TempDir Path one, @TempDir Path other)
      throws IOException {
    Worlds.write("mixins", one);
    Worlds.write("mixins", other);

    assertThat(Files.readAllBytes(one.resolve("mixins.json.gz")))
        .isEqualTo(Files.readAllBytes(other.resolve("mixins.json.gz")));
  }
}
