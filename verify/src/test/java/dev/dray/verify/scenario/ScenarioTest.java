package dev.dray.verify.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.dray.verify.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every folder of scenarios/: given.yaml in, expected.yaml out; its name is the sentence. */
class ScenarioTest {
  private static final Path SCENARIOS = Repository.root().resolve("verify/scenarios");

  static List<Path> folders() throws IOException {
    try (var folders = Files.list(SCENARIOS)) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> every_scenario_ends_as_written() throws IOException {
    return folders().stream()
        .map(folder -> dynamicTest(folder.getFileName().toString(), () -> check(folder)));
  }

  private static void check(Path folder) throws IOException {
    var actual = Scenario.read(folder).run();
    var expected = folder.resolve("expected.yaml");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(expected, actual);
    }
    assertThat(actual)
        .as("rerun with -Dgolden.update=true to accept")
        .isEqualTo(Files.readString(expected));
    assertThat(Yamls.load(actual)).as("YAML").isInstanceOf(List.class);
  }

  @ParameterizedTest
  @MethodSource("folders")
  void a_scenario_says_what_it_shows(Path folder) throws IOException {
    assertThat(Files.readString(folder.resolve("given.yaml"))).startsWith("# ");
  }

  @Test
  void the_page_about_scenarios_has_them_all() throws IOException {
    var page = Files.readString(SCENARIOS.resolve("README.md"));

    assertThat(folders())
        .allMatch(folder -> page.contains("[%1$s](%1$s)".formatted(folder.getFileName())));
  }
}
