package dev.dray.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.cli.output.Terminal;
import dev.dray.cli.output.UnusableInput;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;

class ClusterOptionsTest {

  @Command(name = "look")
  private static final class Look {
    @Mixin private ClusterOptions options = new ClusterOptions();
  }

  private static final String CLAIM =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: gpu}
      spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}}
      """;

  private final StringWriter complaints = new StringWriter();

  private Cluster read(String yaml, String... arguments) {
    var look = new Look();
    new CommandLine(look).parseArgs(arguments);
    var in = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    var err = new PrintWriter(complaints);
    var clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    var terminal = new Terminal(in, err, err, clock, Ansi.OFF);
    return look.options.read(terminal);
  }

  @Test
  void objects_get_their_namespace_their_defaults_and_a_uid() {
    var claim = read(CLAIM, "-f", "-", "-n", "team").claims().getFirst();

    assertThat(claim.metadata().namespace()).isEqualTo("team");
    assertThat(claim.metadata().uid()).isNotEmpty();
    assertThat(claim.spec().devices().requests().getFirst().exactly().orElseThrow().count())
        .isEqualTo(1);
    assertThat(read(CLAIM, "-f", "-", "-n", "team").claims().getFirst()).isEqualTo(claim);
  }

  @Test
  void a_claim_keeps_the_status_it_came_with() {
    var allocated =
        CLAIM
            + """
            status:
              allocation:
                devices:
                  results:
                  - {request: gpu, driver: gpu.example.com, pool: node-1, device: gpu-0}
            """;

    assertThat(read(allocated, "-f", "-").ledger().claims()).hasSize(1);
  }

  @Test
  void an_object_that_is_given_twice_is_refused_with_both_places() {
    assertThatThrownBy(() -> read(CLAIM + "---\n" + CLAIM, "-f", "-"))
        .isInstanceOf(UnusableInput.class);
    assertThat(complaints.toString())
        .contains("<stdin>:6:1: error: ResourceClaim/default/gpu is defined twice, first at")
        .contains("<stdin>:1:1");
  }

  @Test
  void what_is_wrong_is_told_as_validate_tells_it() {
    assertThatThrownBy(() -> read(CLAIM.replace("gpu.example.com", "GPU!"), "-f", "-"))
        .isInstanceOf(UnusableInput.class);
    assertThat(complaints.toString()).contains("<stdin>:4:").contains("deviceClassName");
  }

  @Test
  void a_mistake_in_an_option_names_the_command() {
    assertThatThrownBy(() -> read(CLAIM, "-f", "-", "--field-validation", "maybe"))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining("--field-validation must be Strict, Warn or Ignore, got \"maybe\"");
  }

  @Test
  void without_nodes_those_that_are_named_are_the_nodes() {
    var pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: node-7}\n";

    assertThat(read(pod, "-f", "-").engineNodes()).containsExactly(LabeledNode.named("node-7"));
  }

  @Test
  void a_pod_without_a_name_is_refused() {
    assertThatThrownBy(() -> read("apiVersion: v1\nkind: Pod\n", "-f", "-"))
        .isInstanceOf(UnusableInput.class);
    assertThat(complaints.toString()).contains("metadata.name: Required value");
  }
}
