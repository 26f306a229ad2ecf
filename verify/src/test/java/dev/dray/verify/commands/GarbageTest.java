package dev.dray.verify.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Help.Ansi;

/** Whatever a command is fed with, it answers in sentences, and never as if all were well. */
class GarbageTest {
  /** What a command needs besides {@code -f -} to get as far as reading. */
  private static final Map<String, List<String>> NEEDED =
      Map.of(
          "convert", List.of("--to", "v1"),
          "explain", List.of("pod", "inference-1"),
          "fit", List.of("inference-1"),
          "patch", List.of("--dry-run", "--delete", "a-patch"));

  private static final List<String> READ_NOTHING =
      List.of("generate", "completion", "up", "apiserver", "scheduler", "controllers");

  private record Run(int exit, String output) {}

  static Stream<String> commands() {
    return Dray.commandNames().stream().filter(name -> !READ_NOTHING.contains(name));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void garbage_is_refused_in_sentences(String command) {
    for (var garbage : garbage()) {
      var run = timed(command, garbage);

      assertThat(run.exit()).as("%s < %s: %s", command, garbage, run.output()).isBetween(1, 2);
      assertPlain(command, garbage, run);
      if (!run.output().startsWith("error: there are no objects")) {
        assertThat(run.output())
            .as("%s < %s: a mistake in the arguments; see NEEDED", command, garbage)
            .doesNotContain("--help' for usage");
      }
    }
  }

  private static List<Garbage> garbage() {
    var all = new ArrayList<>(Garbage.KNOWN);
    seeds(20).forEach(seed -> all.add(Garbage.random(seed)));
    return all;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void the_beginning_of_a_cluster_makes_no_command_stumble(String command) {
    var whole = cluster();
    seeds(10)
        .forEach(
            seed -> {
              var garbage = Garbage.truncated(whole, seed);
              assertPlain(command, garbage, timed(command, garbage));
            });
  }

  @Test
  void commands_without_arguments_and_with_wrong_ones_say_what_is_wrong() {
    for (var command : Dray.commandNames()) {
      for (var argument : List.of("--no-such-option", "\0", "-f/no/such/file", "-o\u00e4")) {
        var run = run(new byte[0], command, argument);

        assertThat(run.exit()).as("%s %s", command, argument).isEqualTo(2);
        assertPlain(command, new Garbage(argument, new byte[0]), run);
      }
    }
  }

  private static void assertPlain(String command, Garbage garbage, Run run) {
    assertThat(run.output())
        .as("%s < %s", command, garbage)
        .isNotBlank()
        .doesNotContain("\tat ")
        .doesNotContain("Exception")
        .doesNotContain("bug in dray");
    assertThat(run.exit()).isBetween(0, 2);
  }

  private static LongStream seeds(int count) {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, Long.getLong("dray.seeds", count))
        : LongStream.of(only);
  }

  private static byte[] cluster() {
    return run(new byte[0], "generate", "h200-mig", "--devices", "1", "--pods", "3")
        .output()
        .getBytes(UTF_8);
  }

  private static Run timed(String command, Garbage garbage) {
    var args = new ArrayList<>(List.of(command));
    args.addAll(NEEDED.getOrDefault(command, List.of()));
    args.addAll(List.of("-f", "-"));
    return Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> run(garbage.bytes(), args.toArray(String[]::new)),
        () -> "%s < %s".formatted(command, garbage));
  }

  private static Run run(byte[] input, String... args) {
    var printed = new StringWriter();
    var out = new PrintWriter(printed);
    var clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    var world = new Terminal(new ByteArrayInputStream(input), out, out, clock, Ansi.OFF);
    return new Run(Dray.run(world, args), printed.toString());
  }
}
