package dev.dray.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code available}, {@code fit}, {@code explain} and {@code patch} as the shell sees them. */
class QuestionsTest {
  private static final String CLASS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      spec:
        selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]
      ---
      """;

  /** Two cards that differ in nothing but their names. */
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: slice-a}
      spec:
        driver: gpu.example.com
        nodeName: node-a
        pool: {name: pool-a, generation: 1, resourceSliceCount: 1}
        devices:
        - name: gpu-0
          attributes: {model: {string: a100}, uuid: {string: u-0}}
          capacity: {memory: {value: 80Gi}}
        - name: gpu-1
          attributes: {model: {string: a100}, uuid: {string: u-1}}
          capacity: {memory: {value: 80Gi}}
      ---
      """;

  private static final String HELD =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: held, namespace: default}
      spec:
        devices:
          requests:
          - name: gpu
            exactly:
              deviceClassName: gpu
              selectors:
              - cel:
                  expression: device.attributes["gpu.example.com"].model == "a100"
      status:
        allocation:
          devices:
            results:
            - {request: gpu, driver: gpu.example.com, pool: pool-a, device: gpu-0}
      ---
      """;

  private static final String POD =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one, namespace: default}
      spec:
        spec:
          devices:
            requests:
            - name: gpu
              exactly: {deviceClassName: gpu}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: train, namespace: default}
      spec:
        containers: [{name: train, resources: {claims: [{name: gpu}]}}]
        resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
      ---
      """;

  private static final String PATCH =
      """
      apiVersion: resource.k8s.io/v1alpha3
      kind: ResourceSlicePatch
      metadata: {name: other-model}
      spec:
        devices:
          filter: {driver: gpu.example.com}
          attributes:
            gpu.example.com/model: {string: b200}
      """;

  @Nested
  class Available {

    @Test
    void counts_what_is_left_of_devices_that_are_as_good_as_each_other() {
      var shell = Shell.given(CLASS + SLICE + HELD);

      assertThat(shell.run("available", "-f", "-")).isZero();
      assertThat(shell.out())
          .isEqualTo(
              """
              NODE     POOL                     CLASS   LARGEST   AVAILABLE
              node-a   gpu.example.com/pool-a   gpu     -         1× a100
              """);
    }

    @Test
    void needs_no_class_for_an_answer() {
      var shell = Shell.given(SLICE);

      assertThat(shell.run("available", "-f", "-")).isZero();
      assertThat(shell.out()).contains("gpu.example.com   -         2× a100");
    }

    @Test
    void says_what_a_tainted_device_lacks_and_counts_it_if_told_to() {
      var tainted =
          SLICE.replace(
              "- name: gpu-1\n",
              "- name: gpu-1\n    taints: [{key: broken, effect: NoSchedule}]\n");

      assertThat(Shell.given(CLASS + tainted).run("available", "-f", "-")).isZero();
      var strict = Shell.given(CLASS + tainted);
      strict.run("available", "-f", "-");
      var tolerant = Shell.given(CLASS + tainted);
      tolerant.run("available", "-f", "-", "--tolerate-all");

      assertThat(strict.out()).contains("1× a100 (1 tainted)");
      assertThat(tolerant.out()).contains("2× a100").doesNotContain("tainted");
    }

    @Test
    void makes_other_kinds_if_told_to() {
      var shell = Shell.given(CLASS + SLICE);

      assertThat(shell.run("available", "-f", "-", "--by", "uuid")).isZero();
      assertThat(shell.out()).contains("1× uuid u-0, or 1× uuid u-1");
    }

    @Test
    void tells_programs_the_same() {
      var shell = Shell.given(CLASS + SLICE + HELD);

      assertThat(shell.run("available", "-f", "-", "-o", "json")).isZero();
      assertThat(shell.out())
          .contains("\"available\": 1", "\"ofAtMost\": 2", "\"inUse\": 1", "\"kind\": \"a100\"");
    }

    /** Functions that take of a port what is asked for; all of it, if nothing is. */
    private static final String PORT =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: counters}
        spec:
          driver: nic.example.com
          nodeName: node-a
          pool: {name: nic, generation: 1, resourceSliceCount: 2}
          sharedCounters:
          - {name: port, counters: {bandwidth: {value: 100G}}}
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: functions}
        spec:
          driver: nic.example.com
          nodeName: node-a
          pool: {name: nic, generation: 1, resourceSliceCount: 2}
          devices:
          - name: vf-0
            consumesCounters: &port
            - counterSet: port
              counters: {bandwidth: {valueFrom: {capacityKey: nic.example.com/bandwidth}}}
          - {name: vf-1, consumesCounters: *port}
          - {name: vf-2, consumesCounters: *port}
        ---
        """;

    private static String function(String name, String amount) {
      return """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: %s, namespace: default}
      spec:
        devices:
          requests:
          - name: vf
            exactly:
              deviceClassName: nic.example.com
              capacity: {requests: {bandwidth: %s}}
      """
          .formatted(name, amount);
    }

    private static final String HELD_FUNCTION =
        function("held", "1G")
            + """
            status:
              allocation:
                devices:
                  results:
                  - request: vf
                    driver: nic.example.com
                    pool: nic
                    device: vf-0
                    consumedCounters: {port: {bandwidth: 1G}}
            ---
            """;

    @Test
    void what_only_claims_that_ask_for_an_amount_can_have_is_not_nothing() {
      var text = Shell.given(PORT + HELD_FUNCTION);
      var wide = Shell.given(PORT + HELD_FUNCTION);
      var json = Shell.given(PORT + HELD_FUNCTION);

      assertThat(text.run("available", "-f", "-")).isZero();
      assertThat(text.out())
          .contains("2× device by amount (bandwidth up to 99G, 99G of 100G left)");
      assertThat(wide.run("available", "-f", "-", "-o", "wide")).isZero();
      assertThat(wide.out()).contains("device   2 by amount   0", "bandwidth: up to 99G, 99G of");
      assertThat(json.run("available", "-f", "-", "-o", "json")).isZero();
      assertThat(json.out()).contains("\"available\": 0", "\"byAmount\": 2");
    }

    @Test
    void what_can_be_had_by_amount_is_given_to_whoever_asks_for_it() {
      var pod =
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: p, namespace: default}
          spec:
            containers: [{name: c, resources: {claims: [{name: vf}]}}]
            resourceClaims: [{name: vf, resourceClaimName: wanted}]
          ---
          """;
      var given = CLASS.replace("gpu", "nic").replace("name: nic", "name: nic.example.com") + PORT;
      var list =
          function("wanted", "99G")
              .replace(
                  "exactly:", "firstAvailable: [{name: all, deviceClassName: nic.example.com},")
              .replaceAll(
                  "deviceClassName: nic.example.com\n",
                  "{name: some, deviceClassName: nic.example.com,\n")
              .replace("{requests: {bandwidth: 99G}}", "{requests: {bandwidth: 99G}}}]");

      for (var wanted : List.of(function("wanted", "99G"), list)) {
        var shell = Shell.given(given + HELD_FUNCTION + pod + wanted);
        assertThat(shell.run("simulate", "-f", "-")).as(wanted + shell.err()).isZero();
      }
      var tooMuch = Shell.given(given + HELD_FUNCTION + pod + function("wanted", "99001M"));
      assertThat(tooMuch.run("simulate", "-f", "-")).isEqualTo(1);
    }

    @Test
    void nothing_is_left_of_what_is_asked_for_whole() {
      var shell = Shell.given(PORT + HELD_FUNCTION.replace("1G", "100G"));

      assertThat(shell.run("available", "-f", "-")).isZero();
      assertThat(shell.out()).contains("nothing (3 devices, 1 in use, 0 tainted)");
    }

    @Test
    void does_not_take_nothing_for_an_answer() {
      var shell = Shell.given(CLASS);

      assertThat(shell.run("available", "-f", "-")).isEqualTo(1);
      assertThat(shell.err()).contains("There is no ResourceSlice in the files");
    }

    @Test
    void does_not_guess_what_a_misspelt_class_means() {
      var shell = Shell.given(CLASS + SLICE);

      assertThat(shell.run("available", "-f", "-", "--class", "gqu")).isEqualTo(2);
      assertThat(shell.err())
          .contains("There is no DeviceClass \"gqu\" in the files. Did you mean gpu?");
    }
  }

  @Nested
  class Fit {

    @Test
    void places_copies_until_one_has_to_wait_and_says_why() {
      var shell = Shell.given(CLASS + SLICE + HELD + POD);

      assertThat(shell.run("fit", "-f", "-", "train")).isZero();
      assertThat(shell.out())
          .startsWith("1 copy of pod default/train fits, on 1 node\n")
          .contains("copy 2 does not fit: 0/1 nodes are available")
          .contains("2 are in use: gpu-0 by default/held");
    }

    @Test
    void says_what_it_does_not_consider() {
      var pod =
          POD.replace(
              "{name: train, resources", "{name: train, ports: [{hostPort: 80}], resources");
      var text = Shell.given(CLASS + SLICE + pod);
      var json = Shell.given(CLASS + SLICE + pod);

      assertThat(text.run("fit", "-f", "-", "train")).isZero();
      assertThat(text.out())
          .startsWith(
              """
              2 copies of pod default/train fit, on 1 node
              note: containers.ports.hostPort is ignored
              """);
      assertThat(json.run("fit", "-f", "-", "train", "-o", "json")).isZero();
      assertThat(json.out())
          .contains("\"notConsidered\": [\n    \"containers.ports.hostPort\"\n  ]");
    }

    @Test
    void says_by_its_exit_code_whether_all_that_are_wanted_fit() {
      assertThat(Shell.given(CLASS + SLICE + POD).run("fit", "-f", "-", "train", "--copies", "2"))
          .isZero();
      assertThat(Shell.given(CLASS + SLICE + POD).run("fit", "-f", "-", "train", "--copies", "3"))
          .isEqualTo(1);
    }

    @Test
    void says_how_many_nodes_of_a_type_are_needed(@TempDir Path folder) throws IOException {
      var template = folder.resolve("node.yaml");
      Files.writeString(template, SLICE.replace("-a", "-t"));
      var shell = Shell.given(CLASS + SLICE + HELD + POD);

      int code =
          shell.run(
              "fit", "-f", "-", "train", "--copies", "6", "--node-template", template.toString());

      assertThat(code).as("no node of the type is there yet").isEqualTo(1);
      assertThat(shell.out())
          .contains("for the other 5 copies:")
          .contains("node-t      2                 3              has too few free devices");
    }

    @Test
    void nodes_to_add_are_empty_even_if_a_node_of_their_name_is_not(@TempDir Path folder)
        throws IOException {
      var template = folder.resolve("node.yaml");
      Files.writeString(template, SLICE);
      var shell =
          Shell.given(
              CLASS + SLICE + HELD + HELD.replace("held", "h2").replace("gpu-0", "gpu-1") + POD);

      int code =
          shell.run(
              "fit", "-f", "-", "train", "--copies", "4", "--node-template", template.toString());

      assertThat(code).isEqualTo(1);
      assertThat(shell.out())
          .startsWith("0 of 4 copies of pod default/train fit\n")
          .contains("node-a      2                 2              has too few free devices");
    }

    @Test
    void wants_to_know_how_many_copies_nodes_are_for() {
      var shell = Shell.given(POD);

      assertThat(shell.run("fit", "-f", "-", "train", "--node-template", "x")).isEqualTo(2);
      assertThat(shell.err()).contains("--node-template needs --copies");
    }
  }

  @Nested
  class Explain {

    @Test
    void pods_on_other_nodes_count_for_a_node_that_is_asked_by_itself() {
      var shell =
          Shell.given(
              """
              {apiVersion: v1, kind: Node, metadata: {name: a, labels: {zone: z}}}
              ---
              {apiVersion: v1, kind: Node, metadata: {name: b, labels: {zone: z}}}
              ---
              {apiVersion: v1, kind: Pod, metadata: {name: foe, labels: {app: a}}, spec: {nodeName: b}}
              ---
              apiVersion: v1
              kind: Pod
              metadata: {name: p}
              spec:
                affinity:
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - {topologyKey: zone, labelSelector: {matchLabels: {app: a}}}
              """);

      assertThat(shell.run("explain", "pod", "p", "-f", "-", "--node", "a")).isEqualTo(1);
      assertThat(shell.out())
          .contains("0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules.");
    }

    @Test
    void says_where_a_pod_would_go_and_what_it_would_get() {
      var shell = Shell.given(CLASS + SLICE + HELD + POD);

      assertThat(shell.run("explain", "pod", "train", "-f", "-")).isZero();
      assertThat(shell.out())
          .startsWith("pod default/train would be placed on node-a\n")
          .contains("request gpu: gpu.example.com/pool-a/gpu-1");
    }

    @Test
    void says_what_of_a_pod_is_not_considered() {
      var pod =
          POD.replace(
              "{name: train, resources", "{name: train, ports: [{hostPort: 80}], resources");
      var text = Shell.given(CLASS + SLICE + HELD + pod);
      var json = Shell.given(CLASS + SLICE + HELD + pod);

      assertThat(text.run("explain", "pod", "train", "-f", "-")).isZero();
      assertThat(text.out()).endsWith("\n  note: containers.ports.hostPort is ignored\n");
      assertThat(json.run("explain", "pod", "train", "-f", "-", "-o", "json")).isZero();
      assertThat(json.out()).contains("\"notConsidered\": [\n    \"containers.ports.hostPort\"");
    }

    @Test
    void says_which_devices_a_claim_has_and_that_it_would_get_them_again() {
      var shell = Shell.given(CLASS + SLICE + HELD);

      assertThat(shell.run("explain", "claim/held", "-f", "-")).isZero();
      assertThat(shell.out())
          .contains("claim default/held is allocated")
          .contains("it would be allocated the same again");
    }

    @Test
    void finds_devices_that_no_longer_match() {
      var shell = Shell.given(CLASS + SLICE + HELD + PATCH);

      assertThat(shell.run("explain", "claim", "held", "-f", "-")).isEqualTo(1);
      assertThat(shell.out())
          .contains(
              "gpu-0 would not be allocated again: selector #0 of request gpu does not match it");
    }

    @Test
    void finds_devices_that_are_gone() {
      var shell = Shell.given(CLASS + SLICE.replace("gpu-0", "gpu-9") + HELD);

      assertThat(shell.run("explain", "claim", "held", "-f", "-")).isEqualTo(1);
      assertThat(shell.out()).contains("gpu-0 would not be allocated again: it is not published");
    }

    @Test
    void tells_programs_the_funnel() {
      var waiting = HELD.replace("status:", "x:").replaceAll("(?s)x:.*", "---\n");
      var shell = Shell.given(CLASS + SLICE + waiting + PATCH);

      assertThat(shell.run("explain", "claim", "held", "-f", "-", "-o", "json")).isEqualTo(1);
      assertThat(shell.out())
          .contains("\"verdict\": \"waits\"", "\"check\": \"requestSelectors\"", "\"removed\": 2")
          .contains("\"kind\": \"tooFewDevices\"", "\"nearest\"");
    }

    @Test
    void says_in_which_namespace_the_name_is() {
      var shell = Shell.given(CLASS + SLICE + HELD);

      assertThat(shell.run("explain", "claim", "held", "-n", "other", "-f", "-")).isEqualTo(2);
      assertThat(shell.err()).contains("There is one in namespace default: try -n default.");
    }
  }

  @Nested
  class Patch {
    @TempDir Path folder;

    private String file(String text) throws IOException {
      return Files.writeString(folder.resolve("patch.yaml"), text).toString();
    }

    @Test
    void shows_what_changes_and_whose_devices_would_not_be_given_again() throws IOException {
      var shell = Shell.given(CLASS + SLICE + HELD);

      assertThat(shell.run("patch", "--dry-run", "-f", "-", "-p", file(PATCH))).isEqualTo(1);
      assertThat(shell.out())
          .startsWith("2 of 2 devices would change\n")
          .contains("  attribute model: a100 → b200\n")
          .contains("claim default/held has devices that it would no longer be allocated:");
    }

    @Test
    void says_in_words_what_changes_in_a_request_policy() throws IOException {
      var shared =
          SLICE
              .replace(
                  "capacity: {memory: {value: 80Gi}}",
                  "capacity: {memory: {value: 80Gi, requestPolicy: {default: 50Gi, validValues:"
                      + " [50Gi, 60Gi]}}}")
              .replace("- name: gpu", "- allowMultipleAllocations: true\n    name: gpu");
      var ranged =
          """
          apiVersion: resource.k8s.io/v1alpha3
          kind: ResourceSlicePatch
          metadata: {name: ranged}
          spec:
            devices:
              capacity:
                gpu.example.com/memory:
                  value: 80Gi
                  requestPolicy: {default: 20Gi, validRange: {min: 10Gi, max: 40Gi, step: 2Gi}}
          """;
      var shell = Shell.given(CLASS + shared);

      assertThat(shell.run("patch", "--dry-run", "-f", "-", "-p", file(ranged))).isZero();
      assertThat(shell.out())
          .contains(
              """
                capacity memory, default request: 50Gi → 20Gi
                capacity memory, range of requests: none → from 10Gi to 40Gi in steps of 2Gi
                capacity memory, valid requests: 50Gi, 60Gi → none

              """)
          .doesNotContain("capacity memory: ");
    }

    @Test
    void tries_the_patches_among_the_files_if_no_other_is_named() {
      var shell = Shell.given(CLASS + SLICE + HELD + PATCH);

      assertThat(shell.run("patch", "--dry-run", "-f", "-")).isEqualTo(1);
      assertThat(shell.out()).contains("  attribute model: a100 → b200\n");
    }

    @Test
    void asks_for_a_patch_if_there_is_none() {
      var shell = Shell.given(CLASS + SLICE);

      assertThat(shell.run("patch", "--dry-run", "-f", "-")).isEqualTo(2);
      assertThat(shell.err()).contains("There is no patch in the files: add one with -f or -p");
    }

    @Test
    void says_that_pods_would_cease_to_fit() throws IOException {
      var shell = Shell.given(CLASS + SLICE + POD);
      var rule =
          """
          apiVersion: resource.k8s.io/v1beta2
          kind: DeviceTaintRule
          metadata: {name: broken}
          spec:
            deviceSelector: {driver: gpu.example.com}
            taint: {key: broken, effect: NoSchedule}
          """;

      assertThat(shell.run("patch", "--dry-run", "-f", "-", "-p", file(rule))).isEqualTo(1);
      assertThat(shell.out())
          .contains("taint broken:NoSchedule: none → broken:NoSchedule")
          .contains("pod default/train would stop fitting: 1 of 1 node now, 0 then");
    }

    @Test
    void shows_what_goes_when_a_patch_goes() {
      var shell = Shell.given(CLASS + SLICE + PATCH);

      assertThat(shell.run("patch", "--dry-run", "-f", "-", "--delete", "other-model")).isZero();
      assertThat(shell.out()).contains("attribute model: b200 → a100");
    }

    @Test
    void warns_of_names_that_nobody_has() throws IOException {
      var shell = Shell.given(CLASS + SLICE);
      var misspelt = PATCH.replace("driver: gpu.example.com", "driver: gpu.exmaple.com");

      assertThat(shell.run("patch", "--dry-run", "-f", "-", "-p", file(misspelt))).isZero();
      assertThat(shell.out())
          .startsWith("0 of 2 devices would change\n")
          .contains(
              "warning: ResourceSlicePatch other-model names the driver gpu.exmaple.com, which does"
                  + " not exist; did you mean gpu.example.com?");
    }

    @Test
    void says_which_patch_would_override_which() throws IOException {
      var old =
          PATCH.replace("name: other-model", "name: old").replace("string: b200", "string: c300");
      var shell = Shell.given(CLASS + SLICE + "---\n" + old);

      assertThat(shell.run("patch", "--dry-run", "-f", "-", "-p", file(PATCH))).isZero();
      assertThat(shell.out())
          .isEqualTo(
              """
              0 of 2 devices would change

              attribute model of 2 devices (gpu.example.com/pool-a/gpu-0, gpu.example.com/pool-a/gpu-1):
                "b200" of patch other-model (priority 0) would be overridden by "c300" of patch old (priority 0), which is older
              """);

      var strong = PATCH.replace("  devices:\n", "  devices:\n    priority: 5\n");
      shell = Shell.given(CLASS + SLICE + "---\n" + old);
      shell.run("patch", "--dry-run", "-f", "-", "-p", file(strong), "-o", "json");
      assertThat(shell.out().replaceAll("\\s+", " "))
          .contains("\"winner\": { \"patch\": \"other-model\", \"priority\": 5,")
          .contains("\"loser\": { \"patch\": \"old\", \"priority\": 0,")
          .contains("\"because\": \"of higher priority\"");
    }

    @Test
    void refuses_to_apply_anything() {
      var shell = Shell.given(SLICE);

      assertThat(shell.run("patch", "-f", "-", "-p", "x")).isEqualTo(2);
      assertThat(shell.err()).contains("add --dry-run, and use kubectl apply to apply it");
    }
  }
}
