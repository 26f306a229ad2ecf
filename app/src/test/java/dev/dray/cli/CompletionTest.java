package dev.dray.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

class CompletionTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    var in = InputStream.nullInputStream();
    var terminal =
        new Terminal(in, new PrintWriter(out), new PrintWriter(err), Clock.systemUTC(), Ansi.OFF);
    return Dray.run(terminal, args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void a_script_knows_every_command_and_its_options(String shell) {
    int code = run("completion", shell);

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains(Dray.commandNames())
        .contains("layout")
        .contains("h200-mig")
        .contains("mixins");
  }

  @Test
  void fish_has_a_line_for_each_option() {
    run("completion", "fish");

    assertThat(out.toString())
        .contains(
            "complete -c dray -n '__fish_seen_subcommand_from generate' -l layout -r -f -a"
                + " 'mixins flat' -d ")
        .contains(
            "complete -c dray -n '__fish_seen_subcommand_from validate' -s f -l filename -r -d ");
  }

  @Test
  void an_unknown_shell_is_refused() {
    int code = run("completion", "csh");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).startsWith("error: SHELL must be bash, zsh or fish, got \"csh\".");
  }

  @Test
  void kubectl_is_told_which_commands_begin_so() {
    run("__complete", "va");

    assertThat(out).hasToString("validate\n:4\n");
  }

  @Test
  void kubectl_is_told_what_an_option_can_be() {
    run("__complete", "generate", "--layout", "");

    assertThat(out).hasToString("flat\nmixins\n:4\n");
  }

  @Test
  void kubectl_offers_files_where_there_is_no_candidate() {
    run("__complete", "validate", "-f", "");

    assertThat(out.toString()).endsWith(":0\n");
  }

  @Test
  void every_class_of_a_command_is_named_for_it() {
    var line =
        Dray.commandLine(
            new Terminal(
                InputStream.nullInputStream(),
                new PrintWriter(out),
                new PrintWriter(err),
                Clock.systemUTC(),
                Ansi.OFF));

    line.getSubcommands()
        .forEach(
            (name, command) ->
                assertThat(command.getCommand().getClass().getSimpleName())
                    .isEqualToIgnoringCase(name + "Command"));
    assertThat(line.getSubcommands().keySet()).containsExactlyElementsOf(Dray.commandNames());
  }
}
