package dev.dray.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.cli.Dray;
import dev.dray.cli.OptionDefaults;
import dev.dray.cli.Shell;
import dev.dray.cli.options.SchedulingOptions;
import dev.dray.cli.output.Terminal;
import dev.dray.framework.ScoringStrategy;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;

class UpCommandTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    var all = new ArrayList<>(List.of("up", "--data", folder.toString(), "--store", "memory"));
    all.addAll(List.of(args));
    var in = new ByteArrayInputStream(new byte[0]);
    var terminal =
        new Terminal(
            in,
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            Clock.systemUTC(),
            Ansi.OFF);
    return Dray.run(terminal, all.toArray(String[]::new));
  }

  @Test
  void it_says_where_it_is_and_what_to_try_and_ends_when_told_to() throws Exception {
    var exit = new AtomicInteger(-1);
    var up =
        Thread.ofPlatform()
            .start(() -> exit.set(run("--secure-port", "0", "--generate", "tpu-v5e=2")));
    while (up.isAlive() && !out.toString().contains("Ctrl-C")) {
      Thread.sleep(20);
    }
    up.interrupt();
    assertThat(up.join(LONG)).isTrue();

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .containsPattern("^ready https://127.0.0.1:\\d+ after [0-9.]+ s, with 2 nodes\n")
        .contains("  export KUBECONFIG=" + folder.resolve("admin.kubeconfig").toAbsolutePath())
        .contains("generate tpu-v5e --nodes 0 --without-classes --pods 3 | kubectl apply -f -\n")
        .contains("  kubectl get pods,resourceclaims -o wide\n");
    assertThat(exit).hasValue(0);
    for (var who : List.of("admin", "scheduler", "controllers")) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve(who + ".kubeconfig"))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void an_empty_name_is_not_the_current_folder() {
    for (var command : List.of("up", "apiserver")) {
      for (var option : List.of("--data", "--data-dir")) {
        var shell = Shell.given("");

        assertThat(shell.run(command, option, "", "--store", "etcd=nowhere")).isEqualTo(2);
        assertThat(shell.err())
            .contains("\"\" is not the name of a folder. Maybe a variable is empty;");
      }
    }
  }

  @Test
  void a_port_in_use_is_named() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());

      assertThat(run("--secure-port", port)).isEqualTo(2);

      assertThat(err.toString())
          .startsWith("error: Cannot listen on 127.0.0.1 port " + port)
          .contains("Maybe another server does");
      assertThat(out.toString()).isEmpty();
    }
  }

  @Test
  void mistakes_are_told_before_anything_starts() throws Exception {
    assertThat(run("--generate", "h100=2")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--generate: \"h100\" is not a kind of hardware. The kinds are h200-mig");
    assertThat(run("--generate", "h200=none")).isEqualTo(2);
    assertThat(err.toString()).contains("must be KIND=N");
    assertThat(run("--nodes", "nowhere")).isEqualTo(2);
    assertThat(err.toString()).contains("nowhere: there is no such file or folder");
    var pods = Files.writeString(folder.resolve("service.yaml"), "apiVersion: v1\nkind: Service\n");
    assertThat(run("--nodes", pods.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("not Service of v1. Apply it with kubectl.");
    assertThat(run("--log-format", "xml")).isEqualTo(2);
    assertThat(err.toString()).contains("--log-format must be text or json, got \"xml\".");
    var config = Files.writeString(folder.resolve("dray.yaml"), "\nsecurePort: 1\n");
    assertThat(run("--config", config.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("dray.yaml:2:1: unknown key \"securePort\"");
    assertThat(Files.exists(folder.resolve("pki"))).isFalse();
  }

  @Test
  void times_are_written_as_kubernetes_writes_them() {
    assertThat(run("--binding-timeout", "soon")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--binding-timeout must be a duration such as 500ms, 10s, 5m or 1h30m, got \"soon\".");

    assertThat(run("--filter-timeout", "10")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--filter-timeout must be a duration such as 500ms, 10s, 5m or 1h30m, got \"10\"");

    assertThat(run("--binding-timeout", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("devices need some time to become ready");
  }

  @Test
  void timeouts_become_options_of_the_scheduler() {
    var timed = new Timed();
    new CommandLine(timed).parseArgs("--binding-timeout", "1h30m", "--filter-timeout", "250ms");

    var options = timed.scheduling.options(Gates.defaults());

    assertThat(options.bindingTimeout()).isEqualTo(Duration.ofMinutes(90));
    assertThat(options.filterTimeout()).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void timeouts_are_those_of_kube_scheduler_if_nobody_says_otherwise() {
    var timed = new Timed();
    new CommandLine(timed).parseArgs("--filter-timeout", "0");

    var options = timed.scheduling.options(Gates.defaults());

    assertThat(options.bindingTimeout()).isEqualTo(Duration.ofMinutes(10));
    assertThat(options.filterTimeout()).isZero();
  }

  @Test
  void a_scoring_strategy_that_nobody_knows_is_told_with_those_there_are() {
    assertThat(run("--scoring-strategy", "Fullest")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--scoring-strategy must be LeastAllocated or MostAllocated, got \"Fullest\".");
  }

  @Test
  void the_scoring_strategy_is_that_of_kube_scheduler_if_nobody_says_otherwise() {
    assertThat(strategy(Map.of())).isEqualTo(ScoringStrategy.LEAST_ALLOCATED);
    assertThat(strategy(Map.of(), "--scoring-strategy", "LeastAllocated"))
        .isEqualTo(ScoringStrategy.LEAST_ALLOCATED);
  }

  @Test
  void the_scoring_strategy_may_be_a_flag_or_stand_in_the_environment_or_a_file() throws Exception {
    var file = folder.resolve("dray.yaml");
    Files.writeString(file, "scoring-strategy: MostAllocated\n");
    var environment = Map.of("DRAY_SCORING_STRATEGY", "MostAllocated");

    assertThat(strategy(Map.of(), "--scoring-strategy", "MostAllocated"))
        .isEqualTo(ScoringStrategy.MOST_ALLOCATED);
    assertThat(strategy(environment)).isEqualTo(ScoringStrategy.MOST_ALLOCATED);
    assertThat(strategy(Map.of(), "--config", file.toString()))
        .isEqualTo(ScoringStrategy.MOST_ALLOCATED);
  }

  private static ScoringStrategy strategy(Map<String, String> environment, String... args) {
    var timed = new Timed();
    var line = new CommandLine(timed);
    line.setDefaultValueProvider(new OptionDefaults(line, environment, List.of(args)));
    line.parseArgs(args);
    return timed.scheduling.options(Gates.defaults()).scoringStrategy();
  }

  @Command
  static final class Timed {
    @Mixin SchedulingOptions scheduling = new SchedulingOptions();

    @Mixin ServiceOptions service = new ServiceOptions();
  }
}
