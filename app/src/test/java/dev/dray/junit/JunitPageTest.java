package dev.dray.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The page that teaches the extension shows what is run here. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JunitPageTest {
  private static final Path PAGE = Path.of("..", "docs", "junit.md");

  private static String shown(String language) throws IOException {
    var page = Files.readString(PAGE);
    var fence = "```" + language + "\n";
    int begin = page.indexOf(fence) + fence.length();
    return page.substring(begin, page.indexOf("```", begin));
  }

  @Test
  void the_test_on_the_page_is_a_test_that_runs() throws IOException {
    var source =
        Files.readString(Path.of("src/test/java/dev/dray/junit/GpuOperatorExampleTest.java"));

    assertThat(shown("java")).isEqualTo(source.substring(source.indexOf("@DrayCluster")));
  }

  @Test
  void the_manifest_on_the_page_is_the_one_of_that_test() throws IOException {
    assertThat(shown("yaml"))
        .isEqualTo(Files.readString(Path.of("src/test/resources/dev/dray/junit/two-gpus.yaml")));
  }
}
