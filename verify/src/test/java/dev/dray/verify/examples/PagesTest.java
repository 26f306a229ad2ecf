package dev.dray.verify.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs what pages tell their readers to run, and follows their links. */
class PagesTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  /** A command on a page; a comment behind it may say {@code exit 1}. */
  record Command(Path page, String line) {
    String command() {
      return line.replaceFirst("\\s#.*", "");
    }

    int exit() {
      return line.matches(".*# exit \\d") ? line.charAt(line.length() - 1) - '0' : 0;
    }
  }

  static List<Path> pages() throws IOException {
    return Stream.concat(
            Repository.files("docs", ".md").stream(), Repository.files("examples", ".md").stream())
        .toList();
  }

  static List<Command> commands() throws IOException {
    var commands = new ArrayList<Command>();
    for (var page : pages()) {
      for (var line : Files.readAllLines(page)) {
        if (line.startsWith("./dray ")) {
          commands.add(new Command(page, line.stripTrailing()));
        }
      }
    }
    return commands;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_command_on_a_page_ends_as_the_page_says(Command command) {
    var run = CommandLine.run(command.command());

    assertThat(run.exit()).as(run.output()).isEqualTo(command.exit());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_link_leads_to_a_file(Path page) throws IOException {
    var links = LINK.matcher(Files.readString(page)).results().map(link -> link.group(1));

    assertThat(links).allMatch(link -> Files.exists(page.resolveSibling(link)));
  }

  @Test
  void the_program_on_the_page_about_embedding_is_the_one_that_is_tested() throws IOException {
    var page = Files.readString(Repository.ROOT.resolve("docs/embedding.md"));
    var program = page.substring(page.indexOf("```java") + 7, page.lastIndexOf("```"));
    var tested = "core/src/test/java/dev/dray/examples/EmbeddingTest.java";

    assertThat(unindented(Files.readString(Repository.ROOT.resolve(tested))))
        .contains(unindented(program.strip()));
  }

  private static String unindented(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }

  @Test
  void every_folder_of_examples_has_a_page_with_a_command() throws IOException {
    var told = commands().stream().map(Command::page).toList();

    assertThat(Repository.files("examples", ".yaml"))
        .allMatch(file -> told.contains(file.resolveSibling("README.md")));
  }
}
