package dev.dray.verify.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  private static final String FENCE = "```";

  @Test
  void a_plain_block_has_commands_and_no_outputs() {
    var page = page(FENCE, "./dray validate -f a.yaml   # exit 1", "something else", FENCE);

    assertThat(page.commands())
        .containsExactly(new Page.Command(1, "./dray validate -f a.yaml", 1, Optional.empty()));
  }

  @Test
  void a_console_block_has_what_each_command_prints() {
    var page = page(FENCE + "console", "$ ./dray a", "1", "2", "$ ./dray b \\", "  c", FENCE);

    assertThat(page.commands())
        .containsExactly(
            new Page.Command(1, "./dray a", 0, Optional.of(new Page.Output(2, 4, "1\n2"))),
            new Page.Command(4, "./dray b c", 0, Optional.of(new Page.Output(6, 6, ""))));
  }

  @Test
  void text_and_blocks_in_other_languages_have_no_commands() {
    var page = page("./dray a", FENCE + "yaml", "./dray b", FENCE, "$ ./dray c");

    assertThat(page.commands()).isEmpty();
  }

  @Test
  void only_what_needs_a_cluster_is_left_out(@TempDir Path scratch) {
    var page = page(FENCE, "kubectl get pods  # needs a cluster", "kubectl version", FENCE);

    assertThat(page.commands()).extracting(Page.Command::text).containsExactly("kubectl version");
    assertThatThrownBy(() -> new Shell(scratch).run("kubectl version"))
        .hasMessage("Pages cannot run (kubectl).");
  }

  @Test
  void a_server_and_what_is_said_to_it_is_left_to_those_who_can_stop_it() {
    var page =
        page(FENCE + "sh", "./dray up", FENCE, FENCE, "kubectl get pods", "./dray fit", FENCE);
    var wrong = page(FENCE, "./dray up --store paper # exit 2", FENCE);

    assertThat(page.commands()).extracting(Page.Command::text).containsExactly("./dray fit");
    assertThat(wrong.commands()).hasSize(1);
  }

  @Test
  void outputs_are_replaced_where_they_stand() {
    var page = page("text", FENCE + "console", "$ ./dray a", "old", "$ ./dray b", FENCE, "text");

    assertThat(page.showing(command -> command.text() + "\nnew\n").lines())
        .containsExactly(
            "text",
            FENCE + "console",
            "$ ./dray a",
            "./dray a",
            "new",
            "$ ./dray b",
            "./dray b",
            "new",
            FENCE,
            "text");
  }

  @Test
  void a_shell_pipes_reads_and_writes_files_of_its_folder(@TempDir Path scratch) throws Exception {
    var shell = new Shell(scratch);
    Files.writeString(scratch.resolve("in.txt"), "one\ntwo\n");

    assertThat(shell.run("cat < /tmp/in.txt | head -n 1 > out.txt").output()).isEmpty();
    assertThat(shell.run("cat out.txt").output()).isEqualTo("one\n");
    assertThat(shell.run("grep -c 'o' /tmp/in.txt").output()).isEqualTo("2\n");
    assertThat(Files.readString(scratch.resolve("out.txt"))).isEqualTo("one\n");
  }

  @Test
  void a_pipe_shows_errors_of_every_stage_and_ends_as_its_last(@TempDir Path scratch) {
    var run = new Shell(scratch).run("./dray validate -f nowhere.yaml | wc -c");

    assertThat(run.output())
        .startsWith("error: nowhere.yaml: there is no such file or folder.\n")
        .endsWith("\n0\n");
    assertThat(run.exit()).isZero();
  }

  private static Page page(String... lines) {
    return new Page(Path.of("page.md"), List.of(lines));
  }
}
