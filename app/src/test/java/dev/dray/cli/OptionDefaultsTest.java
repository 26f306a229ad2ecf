package dev.dray.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Flags before the environment, the environment before the file, the file before the help. */
class OptionDefaultsTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  @Command(name = "service", mixinStandardHelpOptions = true)
  static final class Told {
    @Option(names = "--config")
    private String config = "";

    @Option(names = "--secure-port", defaultValue = "6443")
    private int port;

    @Option(
        names = {"--data", "--data-dir"},
        defaultValue = ".dray")
    private String data = "";

    @Option(names = "--generate", split = ",")
    private List<String> generate = new ArrayList<>();

    @Option(names = "--feature-gates")
    private List<String> gates = new ArrayList<>();

    @Option(names = "--quiet")
    private boolean quiet;

    @Override
    public String toString() {
      return "%d %s %s %s %s %s".formatted(port, data, generate, gates, quiet, !config.isEmpty());
    }
  }

  private static String told(Map<String, String> environment, String... args) {
    var told = new Told();
    var line = new CommandLine(told);
    line.setDefaultValueProvider(new OptionDefaults(line, environment, List.of(args)));
    line.parseArgs(args);
    return told.toString();
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("dray.yaml"), text).toString();
  }

  @Test
  void without_anything_the_defaults_of_the_help_count() {
    assertThat(told(Map.of())).isEqualTo("6443 .dray [] [] false false");
  }

  @Test
  void a_file_has_flags_as_keys_with_lists_and_maps() throws IOException {
    var file =
        file(
            """
            # comments are fine
            secure-port: 7443
            data-dir: /var/lib/dray
            generate: {h200-mig: 4, sriov: 2}
            feature-gates:
              DRAResourceSliceMixins: false
            quiet: true
            """);

    assertThat(told(Map.of(), "--config", file))
        .isEqualTo(
            "7443 /var/lib/dray [h200-mig=4, sriov=2] [DRAResourceSliceMixins=false] true true");
    assertThat(told(Map.of("DRAY_CONFIG", file))).startsWith("7443");
    assertThat(told(Map.of(), "--config=" + file)).startsWith("7443");
  }

  @Test
  void the_nearer_word_counts() throws IOException {
    var file = file("secure-port: 1\ndata: file\ngenerate: [a, b]\n");
    var environment = Map.of("DRAY_SECURE_PORT", "2", "DRAY_DATA_DIR", "environment");

    assertThat(told(environment, "--config", file, "--secure-port", "3"))
        .isEqualTo("3 environment [a, b] [] false true");
  }

  @Test
  void what_no_flag_is_called_is_a_mistake_with_its_line() throws IOException {
    var file = file("secure-port: 1\n\nsecurePort: 2\nhelp: true\nnodes:\n  deep: [1]\n");

    assertThatThrownBy(() -> told(Map.of(), "--config", file))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining(
            file + ":3:1: unknown key \"securePort\". Maybe you meant secure-port.")
        .hasMessageContaining(file + ":4:1: unknown key \"help\".")
        .hasMessageContaining(file + ":5:1: unknown key \"nodes\".");
  }

  @Test
  void a_file_that_cannot_be_read_is_named() throws IOException {
    assertThatThrownBy(() -> told(Map.of(), "--config", "nowhere.yaml"))
        .hasMessage("--config: nowhere.yaml: there is no such file or folder.");
    var list = file("- secure-port");
    assertThatThrownBy(() -> told(Map.of(), "--config", list))
        .hasMessageContaining("must be names of flags");
    var broken = file("a: [");
    assertThatThrownBy(() -> told(Map.of(), "--config", broken)).hasMessageContaining(":1:");
    var deep = file("generate: [[1]]");
    assertThatThrownBy(() -> told(Map.of(), "--config", deep))
        .hasMessageContaining(":1:1: the value of \"generate\" must be");
  }
}
