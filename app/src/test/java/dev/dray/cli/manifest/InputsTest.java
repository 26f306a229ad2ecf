package dev.dray.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.Shell;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputsTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    write("a.yaml", "a");
    write("b.yml", "b");
    write("more/c.yaml", "c");
    write("more/deep/d.json", "d");
    Files.writeString(folder.resolve("notes.txt"), "not a manifest");
  }

  private void write(String file, String name) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(
        path,
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: %s}}"
            .formatted(name));
  }

  private String valid(String... names) {
    var args = new ArrayList<String>();
    args.add("validate");
    for (var name : names) {
      args.add("-f");
      args.add(folder.resolve(name).toString());
    }
    var shell = Shell.given("");
    shell.run(args.toArray(String[]::new));
    return shell.out() + shell.err();
  }

  @Test
  void a_pattern_that_the_shell_did_not_expand_is_expanded() {
    assertThat(valid("*.yaml")).isEqualTo("1 object is valid\n");
    assertThat(valid("*.y*ml")).isEqualTo("2 objects are valid\n");
    assertThat(valid("m?re/[a-c].yaml")).isEqualTo("1 object is valid\n");
    assertThat(valid("**/*.yaml")).isEqualTo("2 objects are valid\n");
    assertThat(valid("{a.yaml,more}")).isEqualTo("2 objects are valid\n");
  }

  @Test
  void a_pattern_without_a_match_is_a_mistake() {
    assertThat(valid("x*.yaml")).contains("x*.yaml: the pattern matches no file.");
    assertThat(valid("nowhere/*.yaml")).contains("the pattern matches no file.");
    assertThat(valid("[.yaml")).contains("is not a pattern");
  }

  @Test
  void a_file_with_such_a_name_is_itself() throws IOException {
    write("[x].yaml", "x");

    assertThat(valid("[x].yaml")).isEqualTo("1 object is valid\n");
  }

  @Test
  void a_file_that_is_named_twice_is_read_once() {
    assertThat(valid("a.yaml", "a.yaml", "*.yaml", "more/../a.yaml"))
        .isEqualTo("1 object is valid\n");
  }

  @Test
  void a_file_that_may_not_be_read_is_said_so() {
    var why = new AccessDeniedException("secret.yaml");

    assertThat(InputFiles.unreadable(Path.of("secret.yaml"), why))
        .hasMessage("secret.yaml: permission denied.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a/b.yaml", "HTTPS://a/b.yaml", "oci+x://a"})
  void urls_are_refused(String url) {
    var shell = Shell.given("");

    assertThat(shell.run("validate", "-f", url)).isEqualTo(2);
    assertThat(shell.err()).contains(url + ": URLs are not fetched. Maybe run: curl");
  }

  @Test
  void a_name_that_can_be_no_path_is_refused() {
    var shell = Shell.given("");

    assertThat(shell.run("validate", "-f", "a\0b")).isEqualTo(2);
    assertThat(shell.err()).contains("is not a path");
  }

  @Test
  void binary_is_refused_and_does_not_reach_the_terminal() {
    var random = new Random(7);
    for (int i = 0; i < 60; i++) {
      var bytes = new byte[1 + random.nextInt(300)];
      random.nextBytes(bytes);
      for (var command : new String[][] {{"validate"}, {"convert", "--to", "v1"}}) {
        var shell = Shell.given(bytes);
        var args = new ArrayList<>(List.of(command));
        args.add("-f");
        args.add("-");

        assertThat(shell.run(args.toArray(String[]::new))).as("run %d", i).isNotZero();
        assertThat(shell.out() + shell.err())
            .as("run %d", i)
            .doesNotContain("Exception", "\tat ", "\u001b");
      }
    }
  }

  @Test
  void a_truncated_manifest_gets_an_answer() throws IOException {
    var whole = Files.readString(Path.of("../docs/wrong/misspelt-attribute.yaml"));
    for (int length = 1; length < whole.length(); length += 7) {
      var shell = Shell.given(whole.substring(0, length));
      int code = shell.run("validate", "-f", "-", "--strict");

      assertThat(shell.out() + shell.err()).doesNotContain("Exception", "\tat ");
      assertThat(code).isBetween(0, 2);
      assertThat(shell.out() + shell.err()).containsAnyOf("valid", "error");
    }
  }

  /** Three documents, the second of them wrong, with 25 MiB of remarks behind each. */
  private static String large() {
    var remarks = ("# " + "x".repeat(1021) + "\n").repeat(25 << 10);
    var good =
        "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: %s}\nspec: {}\n";
    return good.formatted("a")
        + remarks
        + "---\n"
        + good.formatted("b").replace("spec", "spek")
        + remarks
        + "---\n"
        + good.formatted("c")
        + remarks;
  }

  @Test
  void files_may_be_larger_than_one_likes_to_keep_in_memory() throws IOException {
    var file = Files.writeString(folder.resolve("large.yaml"), large());
    var shell = Shell.given("");

    assertThat(shell.run("validate", "-f", file.toString())).isEqualTo(1);
    assertThat(shell.out())
        .contains("large.yaml:25609:1: error: unknown field \"spek\"")
        .contains("    spek: {}\n    ^\n")
        .contains("1 of 3 objects has 1 error");
  }

  @Test
  void so_may_standard_input() {
    var shell = Shell.given(large());

    assertThat(shell.run("validate", "-f", "-")).isEqualTo(1);
    assertThat(shell.out()).contains("<stdin>:25609:1: error:", "1 of 3 objects has 1 error");
  }
}
