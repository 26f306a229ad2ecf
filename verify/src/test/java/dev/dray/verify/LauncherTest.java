package dev.dray.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the scripts build Dray: {@code tools/launch.sh} with a Maven that only counts. */
class LauncherTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // set before each test
  Path root;

  @BeforeEach
  void a_tree_with_sources() throws IOException {
    write("bin/mvn", "#!/bin/sh\necho built >>builds\n");
    assertThat(root.resolve("bin/mvn").toFile().setExecutable(true)).isTrue();
    write("pom.xml", "<project/>");
    for (var module : new String[] {"core", "apiserver", "control", "app"}) {
      write(module + "/pom.xml", "<project/>");
      write(module + "/src/main/java/A.java", "class A {}");
    }
    Files.createDirectories(root.resolve("app/target"));
  }

  private void write(String name, String text) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Builds if need be, and returns how many builds there have been. */
  private long build() throws IOException, InterruptedException {
    var script =
        "root=%s; source %s; build app"
            .formatted(root, Repository.root().resolve("tools/launch.sh"));
    var process = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script);
    process.environment().put("JAVA_HOME", System.getProperty("java.home"));
    process
        .environment()
        .merge("PATH", root.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
    var run = process.redirectErrorStream(true).start();
    var output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).as(output).isZero();
    return Files.readAllLines(root.resolve("builds")).size();
  }

  private void touch(String name) throws IOException {
    Files.setLastModifiedTime(root.resolve(name), FileTime.from(Instant.now().plusSeconds(60)));
  }

  @Test
  void what_was_built_is_not_built_again() throws Exception {
    assertThat(build()).isEqualTo(1);
    assertThat(build()).isEqualTo(1);
  }

  @Test
  void files_of_a_copy_are_newer_and_the_same() throws Exception {
    build();
    touch("core/src/main/java/A.java");
    touch("pom.xml");

    assertThat(build()).isEqualTo(1);
  }

  @Test
  void what_changed_is_built() throws Exception {
    build();
    write("core/src/main/java/A.java", "class B {}");
    touch("core/src/main/java/A.java");
    assertThat(build()).isEqualTo(2);

    Files.delete(root.resolve("control/src/main/java/A.java"));
    touch("control/src/main/java");
    assertThat(build()).isEqualTo(3);
  }
}
