package dev.dray.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cluster.Cluster;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LintTest {
  private static final String CLASS =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu.example.com}
      spec:
        selectors:
        - cel: {expression: 'device.driver == "gpu.example.com"'}
      """;

  private static final String GPUS =
      """
        - name: gpu-0
          attributes: {model: {string: x100}, index: {int: 0}}
          capacity: {memory: {value: 40Gi}}
        - name: gpu-1
          attributes: {model: {string: x100}, index: {int: 1}}
          capacity: {memory: {value: 40Gi}}
      """;

  /** Two devices of 40Gi on worker-1. */
  private static final String SLICE = slice("s", "worker-1", 1, 1, GPUS);

  private static String slice(String name, String node, int generation, int count, String devices) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: %s}
    spec:
      driver: gpu.example.com
      nodeName: %s
      pool: {name: p, generation: %d, resourceSliceCount: %d}
      devices:
    %s\
    """
        .formatted(name, node, generation, count, devices);
  }

  private static String counters(String name, String set, String amount) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: %s}
    spec:
      driver: gpu.example.com
      nodeName: worker-1
      pool: {name: p, generation: 1, resourceSliceCount: 2}
      sharedCounters:
      - name: %s
        counters: {memory: {value: %s}}
    """
        .formatted(name, set, amount);
  }

  private static String consuming(String set, String counter, String amount) {
    return """
        - name: part-0
          consumesCounters: [{counterSet: %1$s, counters: {%2$s: {value: %3$s}}}]
        - name: part-1
          consumesCounters: [{counterSet: %1$s, counters: {%2$s: {value: %3$s}}}]
    """
        .formatted(set, counter, amount);
  }

  private static String claim(String request) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaim
    metadata: {name: c, namespace: default}
    spec:
      devices:
        requests:
        - name: r
          exactly:
            deviceClassName: gpu.example.com
    %s\
    """
        .formatted(request.indent(8));
  }

  private static String selecting(String expression) {
    return claim("selectors: [{cel: {expression: '%s'}}]".formatted(expression));
  }

  private static Cluster cluster(String yaml) {
    var slices = new ArrayList<ResourceSlice>();
    var classes = new ArrayList<DeviceClass>();
    var patches = new ArrayList<ResourceSlicePatch>();
    var rules = new ArrayList<DeviceTaintRule>();
    var claims = new ArrayList<ResourceClaim>();
    var templates = new ArrayList<ResourceClaimTemplate>();
    var pods = new ArrayList<Pod>();
    var source = yaml.getBytes(StandardCharsets.UTF_8);
    for (var document : new Manifests(FieldValidation.STRICT).read(source)) {
      switch (object(document)) {
        case ResourceSlice it -> slices.add(it);
        case DeviceClass it -> classes.add(it);
        case ResourceSlicePatch it -> patches.add(it);
        case DeviceTaintRule it -> rules.add(it);
        case ResourceClaim it -> claims.add(it);
        case ResourceClaimTemplate it -> templates.add(it);
        case Pod it -> pods.add(it);
        default -> throw new AssertionError(document);
      }
    }
    return new Cluster(
        slices, classes, patches, rules, claims, templates, pods, List.of(), List.of());
  }

  private static Object object(Document document) {
    return switch (document) {
      case Document.Read read -> {
        assertThat(read.problems()).isEmpty();
        ApiObject object = read.object();
        yield new Admission(Gates.defaults()).defaulted(object, Instant.EPOCH);
      }
      case Document.Core core -> core.object();
      case Document.Unreadable _, Document.Foreign _ -> throw new AssertionError(document);
    };
  }

  private static List<LintFinding> lint(String yaml) {
    return new Lint(Gates.defaults()).of(cluster(yaml));
  }

  private static LintFinding only(String yaml) {
    var remarks = lint(yaml);
    assertThat(remarks).hasSize(1);
    return remarks.getFirst();
  }

  @Test
  void what_goes_together_needs_no_remark() {
    assertThat(lint(CLASS + SLICE + selecting("device.attributes[\"gpu.example.com\"].index == 1")))
        .isEmpty();
  }

  @Nested
  class Pools {
    @Test
    void that_lack_slices_are_incomplete() {
      var lintFinding = only(slice("s", "worker-1", 3, 2, GPUS));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.POOL_INCOMPLETE);
      assertThat(lintFinding.severity()).isEqualTo(LintFinding.Severity.WARNING);
      assertThat(lintFinding.path()).hasToString("spec.pool.resourceSliceCount");
      assertThat(lintFinding.message()).contains("should have 2 slices in generation 3 but has 1");
    }

    @Test
    void of_which_each_node_has_its_share_are_complete() {
      assertThat(lint(slice("a", "worker-1", 1, 1, GPUS) + slice("b", "worker-2", 1, 1, GPUS)))
          .isEmpty();
    }

    @Test
    void whose_slices_tell_different_numbers_are_noticed() {
      var lintFinding =
          only(slice("a", "worker-1", 1, 2, GPUS) + slice("b", "worker-1", 1, 3, "  - name: x\n"));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.POOL_COUNTS_DISAGREE);
      assertThat(lintFinding.about().name()).isEqualTo("b");
    }

    @Test
    void with_an_old_generation_left_are_noticed() {
      var lintFinding =
          only(slice("new", "worker-1", 2, 1, GPUS) + slice("old", "worker-1", 1, 1, GPUS));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.OLD_GENERATION);
      assertThat(lintFinding.about().name()).isEqualTo("old");
    }

    @Test
    void with_a_device_twice_are_invalid() {
      var lintFinding =
          only(
              slice("a", "worker-1", 1, 2, GPUS)
                  + slice("b", "worker-1", 1, 2, "  - name: gpu-1\n"));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.DUPLICATE_DEVICE);
      assertThat(lintFinding.severity()).isEqualTo(LintFinding.Severity.ERROR);
      assertThat(lintFinding.path()).hasToString("spec.devices[0].name");
    }

    @Test
    void with_a_counter_set_twice_are_invalid() {
      assertThat(lint(counters("a", "set", "1") + counters("b", "set", "1")))
          .extracting(LintFinding::rule, LintFinding::severity)
          .contains(tuple(LintRule.DUPLICATE_COUNTER_SET, LintFinding.Severity.ERROR));
    }
  }

  @Nested
  class Counters {
    @Test
    void of_a_set_that_is_misspelt_make_the_pool_invalid() {
      var lintFinding =
          only(
              counters("a", "gpu-0-counters", "40Gi")
                  + slice("b", "worker-1", 1, 2, consuming("gpu-0-counter", "memory", "1")));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.DANGLING_COUNTER_SET);
      assertThat(lintFinding.severity()).isEqualTo(LintFinding.Severity.ERROR);
      assertThat(lintFinding.path()).hasToString("spec.devices[0].consumesCounters[0].counterSet");
      assertThat(lintFinding.message()).endsWith("(and 1 more device)");
      assertThat(lintFinding.hint()).contains("did you mean gpu-0-counters?");
    }

    @Test
    void that_the_set_does_not_have_make_the_pool_invalid() {
      var lintFinding =
          only(
              counters("a", "set", "40Gi")
                  + slice("b", "worker-1", 1, 2, consuming("set", "memroy", "1")));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.DANGLING_COUNTER);
      assertThat(lintFinding.path())
          .hasToString("spec.devices[0].consumesCounters[0].counters[memroy]");
      assertThat(lintFinding.hint()).contains("did you mean memory?");
    }

    @Test
    void that_are_exceeded_make_a_device_useless() {
      var lintFinding =
          only(
              counters("a", "set", "40Gi")
                  + slice("b", "worker-1", 1, 2, consuming("set", "memory", "41Gi")));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.NEVER_ALLOCATABLE);
      assertThat(lintFinding.severity()).isEqualTo(LintFinding.Severity.WARNING);
      assertThat(lintFinding.message())
          .contains("consumes 41Gi of the counter memory, but the counter set set has only 40Gi");
    }

    @Test
    void that_nobody_consumes_are_noticed() {
      assertThat(only(counters("a", "set", "1") + slice("b", "worker-1", 1, 2, GPUS)).rule())
          .isEqualTo(LintRule.UNUSED_COUNTER_SET);
    }

    @Test
    void of_mixins_count() {
      var devices =
          """
            - name: part-0
              consumesCounters: [{counterSet: set, includes: [half]}]
            mixins:
              deviceCounterConsumption:
              - name: half
                counters: {memory: {value: 41Gi}}
              - name: unused
                counters: {memory: {value: 1Gi}}
          """;

      assertThat(lint(counters("a", "set", "40Gi") + slice("b", "worker-1", 1, 2, devices)))
          .extracting(it -> it.rule() + " " + it.path())
          .containsExactly(
              "NEVER_ALLOCATABLE spec.devices[0].consumesCounters[0].includes",
              "UNUSED_MIXIN spec.mixins.deviceCounterConsumption[1].name");
    }
  }

  @Nested
  class Requests {
    @Test
    void for_a_class_that_is_not_there_are_noticed() {
      var lintFinding = only(CLASS.replace("gpu.example.com}", "gpus.example.com}") + claim(""));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.UNKNOWN_CLASS);
      assertThat(lintFinding.path())
          .hasToString("spec.devices.requests[0].exactly.deviceClassName");
      assertThat(lintFinding.hint()).contains("did you mean gpus.example.com?");
    }

    @Test
    void without_any_class_given_are_not_judged() {
      assertThat(lint(claim(""))).isEmpty();
    }

    @Test
    void that_read_a_misspelt_attribute_are_noticed() {
      var lintFinding =
          only(
              CLASS
                  + SLICE
                  + selecting("device.attributes[\"gpu.example.com\"].modle == \"x100\""));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.UNPUBLISHED_NAME);
      assertThat(lintFinding.path())
          .hasToString("spec.devices.requests[0].exactly.selectors[0].cel.expression");
      assertThat(lintFinding.hint())
          .contains("did you mean device.attributes[\"gpu.example.com\"].model?");
    }

    @Test
    void that_read_a_capacity_as_an_attribute_are_noticed() {
      var lintFinding =
          only(
              CLASS
                  + SLICE
                  + selecting("device.attributes[\"gpu.example.com\"].memory == \"40Gi\""));

      assertThat(lintFinding.hint())
          .contains("did you mean device.capacity[\"gpu.example.com\"].memory?");
    }

    @Test
    void that_read_of_drivers_which_are_not_given_are_not_judged_by_name() {
      assertThat(
              lint(CLASS + SLICE + selecting("device.attributes[\"nic.example.org\"].speed > 1")))
          .extracting(LintFinding::rule)
          .doesNotContain(LintRule.UNPUBLISHED_NAME);
    }

    @Test
    void that_match_no_device_are_noticed_with_the_selector_that_is_too_much() {
      var lintFinding =
          only(
              CLASS
                  + SLICE
                  + claim(
                      """
                      selectors:
                      - cel: {expression: 'device.attributes["gpu.example.com"].index == 1'}
                      - cel: {expression: 'device.attributes["gpu.example.com"].model == "y"'}
                      """));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.MATCHES_NOTHING);
      assertThat(lintFinding.path())
          .hasToString("spec.devices.requests[0].exactly.selectors[1].cel.expression");
      assertThat(lintFinding.message())
          .contains("none of the 1 device that the selectors before it");
    }

    @Test
    void with_one_alternative_that_can_be_had_are_fine() {
      var claim =
          """
          ---
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaim
          metadata: {name: c, namespace: default}
          spec:
            devices:
              requests:
              - name: r
                firstAvailable:
                - name: best
                  deviceClassName: gpu.example.com
                  selectors:
                  - cel: {expression: 'device.attributes["gpu.example.com"].model == "y"'}
                - name: second
                  deviceClassName: gpu.example.com
          """;

      assertThat(lint(CLASS + SLICE + claim)).isEmpty();
      assertThat(lint(CLASS + SLICE + claim + "        count: 9\n"))
          .extracting(LintFinding::rule)
          .containsExactly(LintRule.MATCHES_NOTHING, LintRule.TOO_MANY_DEVICES);
    }

    @Test
    void whose_selector_has_no_answer_for_a_device_are_noticed() {
      var more = "  - name: plain\n";
      var lintFinding =
          only(
              CLASS
                  + slice("s", "worker-1", 1, 1, GPUS + more)
                  + selecting("device.attributes[\"gpu.example.com\"].model == \"x100\""));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.SELECTOR_FAILS);
      assertThat(lintFinding.message())
          .contains("fails on 1 of 3 devices, for example gpu.example.com/p/plain: no such key");
    }

    @Test
    void for_more_devices_than_a_node_has_are_noticed() {
      var nodes =
          slice("a", "worker-1", 1, 1, GPUS) + slice("b", "worker-2", 1, 1, "  - name: gpu-0\n");

      assertThat(lint(CLASS + nodes + claim("count: 2"))).isEmpty();
      assertThat(only(CLASS + nodes + claim("count: 3")).message())
          .isEqualTo("the request asks for 3 devices, but no node sees more than 2 that match");
    }

    @Test
    void for_more_capacity_than_a_device_has_are_noticed() {
      assertThat(lint(CLASS + SLICE + claim("capacity: {requests: {memory: 40Gi}}"))).isEmpty();
      assertThat(only(CLASS + SLICE + claim("capacity: {requests: {memory: 41Gi}}")).rule())
          .isEqualTo(LintRule.CAPACITY_NEVER_MET);
      assertThat(only(CLASS + SLICE + claim("capacity: {requests: {cores: 1}}")).rule())
          .isEqualTo(LintRule.CAPACITY_NEVER_MET);
    }

    @Test
    void that_compare_an_attribute_nobody_has_are_noticed() {
      var constraint =
          """
              constraints:
              - {matchAttribute: gpu.example.com/modell}
              - {matchAttribute: gpu.example.com/model}
          """;
      var lintFinding = only(CLASS + SLICE + claim("") + constraint);

      assertThat(lintFinding.rule()).isEqualTo(LintRule.UNPUBLISHED_NAME);
      assertThat(lintFinding.path()).hasToString("spec.devices.constraints[0].matchAttribute");
      assertThat(lintFinding.hint()).contains("did you mean gpu.example.com/model?");
    }
  }

  @Nested
  class Amendments {
    private static final String PATCH =
        """
        ---
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: patch}
        spec:
          devices:
            filter: {driver: gpu.example.com}
            attributes: {site.example.com/rack: {string: r1}}
        """;

    private static final String RULE =
        """
        ---
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: {name: rule}
        spec:
          deviceSelector: {driver: gpu.example.com, pool: p, device: gpu-0}
          taint: {key: example.com/broken, effect: NoSchedule}
        """;

    @Test
    void that_reach_devices_are_fine_and_count_as_published() {
      assertThat(
              lint(
                  CLASS
                      + SLICE
                      + PATCH
                      + RULE
                      + selecting("device.attributes[\"site.example.com\"].rack == \"r1\"")))
          .isEmpty();
    }

    @Test
    void for_a_driver_or_a_device_that_is_not_there_do_nothing() {
      var patch = only(SLICE + PATCH.replace("driver: gpu.", "driver: gpus."));
      var rule = only(SLICE + RULE.replace("gpu-0", "gpu-7"));

      assertThat(patch.rule()).isEqualTo(LintRule.PATCH_TOUCHES_NOTHING);
      assertThat(patch.hint()).contains("did you mean gpu.example.com?");
      assertThat(rule.rule()).isEqualTo(LintRule.TAINT_RULE_TOUCHES_NOTHING);
      assertThat(rule.path()).hasToString("spec.deviceSelector.device");
    }

    private static final String OTHER =
        PATCH.replace("name: patch", "name: other").replace("string: r1", "string: r2");

    @Test
    void that_contradict_each_other_at_one_priority_are_told_who_wins() {
      var lintFinding = only(SLICE + PATCH + OTHER);

      assertThat(lintFinding.rule()).isEqualTo(LintRule.PATCH_OVERRIDDEN);
      assertThat(lintFinding.about()).hasToString("ResourceSlicePatch/patch");
      assertThat(lintFinding.path()).hasToString("spec.devices.attributes");
      assertThat(lintFinding.message())
          .isEqualTo(
              "the attribute site.example.com/rack is not {\"string\":\"r1\"} on 2 devices,"
                  + " for example gpu.example.com/p/gpu-0: ResourceSlicePatch other sets it to"
                  + " {\"string\":\"r2\"} and wins, because it is first by name");
    }

    @Test
    void that_say_the_same_or_refine_one_of_lower_priority_are_fine() {
      var refining =
          OTHER.replace(
              "filter: {driver: gpu.example.com}", "priority: 1\n    filter: {device: gpu-0}");

      assertThat(lint(SLICE + PATCH + PATCH.replace("name: patch", "name: other"))).isEmpty();
      assertThat(lint(SLICE + PATCH + refining)).isEmpty();
    }

    @Test
    void of_which_nothing_is_left_by_one_of_higher_priority_are_told_so() {
      var stronger = OTHER.replace("  devices:\n", "  devices:\n    priority: 1\n");

      assertThat(only(SLICE + PATCH + stronger).message())
          .endsWith("because it is of higher priority");
    }

    @Test
    void whose_filter_passes_nothing_do_nothing() {
      var filter =
          "{selectors: [{cel: {expression: 'device.attributes[\"gpu.example.com\"].index > 9'}}]}";

      assertThat(only(SLICE + PATCH.replace("{driver: gpu.example.com}", filter)).rule())
          .isEqualTo(LintRule.PATCH_TOUCHES_NOTHING);
    }

    @Test
    void a_rule_without_a_selector_does_nothing() {
      var rule = RULE.lines().filter(line -> !line.contains("deviceSelector")).toList();

      assertThat(only(SLICE + String.join("\n", rule)).hint())
          .contains("write deviceSelector: {} to taint all devices");
    }
  }

  @Nested
  class Pods {
    private static final String POD =
        """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: pod, namespace: default}
        spec:
          resourceClaims:
          - {name: gpu, resourceClaimName: c}
          containers:
          - name: main
            resources: {claims: [{name: gpu}]}
        """;

    @Test
    void that_name_what_is_there_are_fine_and_without_claims_given_not_judged() {
      assertThat(lint(claim("") + POD)).isEmpty();
      assertThat(lint(POD)).isEmpty();
    }

    @Test
    void that_name_a_claim_which_is_not_there_wait() {
      var lintFinding = only(claim("") + POD.replace("Name: c}", "Name: d}"));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.UNKNOWN_CLAIM);
      assertThat(lintFinding.path()).hasToString("spec.resourceClaims[0].resourceClaimName");
    }

    @Test
    void whose_container_uses_a_claim_they_do_not_list_are_wrong() {
      var lintFinding = only(POD.replace("[{name: gpu}]", "[{name: gpus}]"));

      assertThat(lintFinding.rule()).isEqualTo(LintRule.UNKNOWN_POD_CLAIM);
      assertThat(lintFinding.severity()).isEqualTo(LintFinding.Severity.ERROR);
    }
  }

  @Test
  void of_what_is_missing_nothing_is_said_when_not_all_is_known() {
    var yaml = slice("s", "worker-1", 3, 2, GPUS) + slice("old", "worker-1", 1, 2, GPUS);

    assertThat(new Lint(Gates.defaults()).of(cluster(yaml), LintRule.Knows.PART))
        .extracting(LintFinding::rule)
        .containsExactly(LintRule.OLD_GENERATION);
  }

  @Test
  void every_rule_has_an_id_of_its_own_and_a_sentence() {
    assertThat(LintRule.values()).extracting(LintRule::id).doesNotHaveDuplicates();
    assertThat(LintRule.values()).allMatch(it -> it.description().endsWith("."));
  }
}
