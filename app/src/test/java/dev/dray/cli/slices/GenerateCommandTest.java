package dev.dray.cli.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Terminal;
import dev.dray.hardware.HardwareKind;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine.Help.Ansi;

class GenerateCommandTest {

  private record Run(int exit, String out, String err) {}

  private static Run run(String input, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    var terminal =
        new Terminal(in, new PrintWriter(out), new PrintWriter(err), Clock.systemUTC(), Ansi.OFF);
    return new Run(Dray.run(terminal, args), out.toString(), err.toString());
  }

  @ParameterizedTest
  @EnumSource
  void every_kind_is_valid_in_both_layouts_and_formats(HardwareKind kind) {
    for (var layout : List.of("flat", "mixins")) {
      for (var format : List.of("yaml", "json")) {
        var made =
            run(
                "",
                "generate",
                kind.title(),
                "--nodes",
                "2",
                "--pods",
                "9",
                "--claims",
                "9",
                "--layout",
                layout,
                "-o",
                format);
        var validated = run(made.out(), "validate", "-f", "-");

        assertThat(made.exit()).as(made.err()).isZero();
        assertThat(validated.exit()).as(validated.out()).isZero();
        assertThat(validated.out() + validated.err()).doesNotContain("warning");
      }
    }
  }

  @Test
  void help_names_every_kind() {
    assertThat(run("", "generate", "--help").out())
        .contains(Arrays.stream(HardwareKind.values()).map(it -> "  " + it.title() + " ").toList());
  }

  @Test
  void what_is_asked_for_wrongly_is_refused() {
    assertThat(run("", "generate", "h300").err())
        .startsWith("error: KIND must be one of h200-mig, h200, a100-mig,");
    assertThat(run("", "generate", "h200", "--devices", "9").err())
        .startsWith("error: --devices must be from 1 to 8 for h200, got 9.");
    assertThat(run("", "generate", "numa", "--devices", "2").err())
        .startsWith("error: --devices: nodes of numa always have the same devices.");
    assertThat(run("", "generate", "h200", "--nodes", "-1").err())
        .startsWith("error: --nodes must be 0 or more, got -1.");
    assertThat(run("", "generate", "h200", "--layout", "deep").exit()).isEqualTo(2);
  }

  @Test
  void classes_can_be_left_out_for_clusters_that_have_them() {
    assertThat(run("", "generate", "h200").out()).contains("kind: DeviceClass");
    assertThat(run("", "generate", "h200", "--without-classes").out())
        .doesNotContain("kind: DeviceClass");
  }
}
