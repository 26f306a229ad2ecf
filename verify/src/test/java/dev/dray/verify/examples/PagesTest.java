package dev.dray.verify.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.verify.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs what pages tell their readers to run, compares what they show, and follows their links. */
class PagesTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  static List<Path> pages() throws IOException {
    var readme = Stream.of(Repository.root().resolve("README.md"));
    var others =
        Stream.of(Repository.files("docs", ".md"), Repository.files("examples", ".md"))
            .flatMap(List::stream);
    return Stream.concat(readme, others).toList();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void the_commands_of_a_page_end_and_print_as_it_says(Path file, @TempDir Path scratch)
      throws IOException {
    var page = Page.read(file);
    var shell = new Shell(scratch);
    var printed = new HashMap<Page.Command, String>();
    var softly = new SoftAssertions();
    for (var command : page.commands()) {
      var run = shell.run(command.text());
      var at = "%s:%d: %s".formatted(file, command.line() + 1, command.text());
      softly.assertThat(run.exit()).as("%s%n%s", at, run.output()).isEqualTo(command.exit());
      printed.put(command, run.output());
    }
    if (Boolean.getBoolean("golden.update")) {
      page.showing(command -> printed.getOrDefault(command, "")).write();
    } else {
      compare(page, printed, softly);
    }
    softly.assertAll();
  }

  private static void compare(Page page, Map<Page.Command, String> printed, SoftAssertions softly) {
    for (var command : page.commands()) {
      command
          .output()
          .ifPresent(
              shown ->
                  softly
                      .assertThat(printed.getOrDefault(command, "").stripTrailing())
                      .as(
                          "%s:%d: %s%nrerun with -Dgolden.update=true to accept",
                          page.file(), command.line() + 1, command.text())
                      .isEqualTo(shown.text().stripTrailing()));
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_link_leads_to_a_file(Path page) throws IOException {
    var links = LINK.matcher(Files.readString(page)).results().map(link -> link.group(1));

    assertThat(links).allMatch(link -> Files.exists(page.resolveSibling(link)));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_says_what_is_and_not_what_will_be(Path page) throws IOException {
    assertThat(Files.readString(page))
        .doesNotContainPattern("(is|are) to come\\b|does not exist yet|not yet implemented");
  }

  @Test
  void the_program_on_the_page_about_embedding_is_the_one_that_is_tested() {
    var page = Repository.read("docs/embedding.md");
    var program = page.substring(page.indexOf("```java") + 7, page.lastIndexOf("```"));
    var tested = Repository.read("core/src/test/java/dev/dray/examples/EmbeddingTest.java");

    assertThat(unindented(tested)).contains(unindented(program.strip()));
  }

  private static String unindented(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }

  @Test
  void every_folder_of_examples_has_a_page_with_a_command() throws IOException {
    for (var file : Repository.files("examples", ".yaml")) {
      assertThat(Page.read(file.resolveSibling("README.md")).commands())
          .as(file.toString())
          .isNotEmpty();
    }
  }
}
