package dev.dray.allocation.explain;

import static dev.dray.allocation.Scene.gpus;
import static dev.dray.allocation.Scene.partition;
import static dev.dray.allocation.Scene.partitions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Scene;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.gate.Gate;
import dev.dray.api.meta.DeviceId;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What users are told when claims do not fit. */
class ExplanationTest {
  @Test
  void what_fits_needs_no_explanation() {
    var explanation = Scene.empty().devices(gpus(1, "")).requesting("r: {deviceClassName: any}");

    assertThat(explanation.answer()).isInstanceOf(AllocationOutcome.Fits.class);
    assertThat(explanation.explanation("node-1").toText()).isEqualTo("1/1 nodes fit");
  }

  @Test
  void the_funnel_of_a_request_is_shown_line_by_line() {
    var text =
        Scene.empty()
            .devices(
                "{name: gpu-0, attributes: {model: {string: h200}}}",
                "{name: gpu-1, attributes: {model: {string: h200}}}",
                "{name: gpu-2, attributes: {model: {string: a100}}}",
                "{name: gpu-3, attributes: {model: {string: h200}}}")
            .held("a", "gpu-0")
            .held("b", "gpu-1")
            .requesting(
                "gpu: {deviceClassName: any, count: 2, selectors: [{cel: {expression:"
                    + " 'device.attributes[\"d\"].model == \"h200\"'}}]}")
            .text();

    assertThat(text)
        .containsExactly(
            "claim default/c, request gpu (class any, count 2): 1 of 4 devices is left, 2 are"
                + " needed",
            "  4 devices on node-1 (pool d/node-1)",
            "  1 does not match selector #0 of the request: device.attributes[\"d\"].model =="
                + " \"h200\"",
            "  2 are in use: gpu-0 by default/a, gpu-1 by default/b",
            "  nearest: gpu-0, which is in use by default/a");
  }

  @Test
  void readers_of_another_namespace_are_not_told_what_claims_are_called() {
    var explanation =
        Scene.empty()
            .devices(gpus(2, ""))
            .held("a", "gpu-0")
            .held("b", "gpu-1")
            .requesting("r: {deviceClassName: any}")
            .explanation("node-1");

    assertThat(explanation.within("default")).isEqualTo(explanation);
    assertThat(explanation.within("elsewhere").toText())
        .contains("2 are in use: gpu-0, gpu-1 by claims of other namespaces")
        .contains("nearest: gpu-0, which is in use by claims of other namespaces")
        .doesNotContain("default/a", "default/b");
  }

  @Test
  void nor_which_of_them_has_another_group() {
    var explanation =
        partitions(
                partition("mig", 20, ", compatibilityGroups: [mig]"),
                partition("vgpu", 20, ", compatibilityGroups: [vgpu]"))
            .held("a", "mig", "compatibilityGroups: {gpu-0: [mig]}")
            .requesting("r: {deviceClassName: any}")
            .explanation("node-1");

    assertThat(explanation.within("default")).isEqualTo(explanation);
    assertThat(explanation.within("elsewhere").toText())
        .contains("gpu-0: [mig] in use by claims of other namespaces, candidate declares [vgpu]")
        .doesNotContain("default/a");
  }

  @Nested
  class Every_check_is_named {
    @Test
    void a_device_that_is_not_offered() {
      assertThat(
              Scene.without(Gate.DRA_DEVICE_BINDING_CONDITIONS)
                  .devices(
                      "{name: gpu-0, bindingConditions: [ready], bindingFailureConditions: [x]}")
                  .requesting("r: {deviceClassName: any}")
                  .text())
          .contains(
              "  1 is not offered (it has binding conditions, but DRADeviceBindingConditions is"
                  + " disabled)");
    }

    @Test
    void a_selector_of_the_class() {
      assertThat(
              Scene.empty()
                  .deviceClass(
                      "big", "device.capacity[\"d\"].memory.compareTo(quantity(\"1Gi\")) > 0")
                  .devices(gpus(2, "capacity: {memory: {value: 1Gi}}"))
                  .requesting("r: {deviceClassName: big}")
                  .text())
          .contains(
              "  2 do not match selector #0 of class big:"
                  + " device.capacity[\"d\"].memory.compareTo(quantity(\"1Gi\")) > 0",
              "  hint: no device in the cluster matches class big");
    }

    @Test
    void a_pool_that_is_incomplete() {
      var explanation =
          Scene.empty()
              .slice("one", "node-1", 2, "nodeName: node-1\ndevices: [{name: gpu-0}]")
              .requesting("r: {deviceClassName: any}")
              .explanation();

      assertThat(explanation.requests().getFirst().alternatives().getFirst().funnel())
          .returns(1, funnel -> funnel.removed(DeviceCheck.POOL));
      assertThat(explanation.toText()).contains("  1 is in pool d/node-1, which is incomplete: ");
    }

    @Test
    void a_pool_that_is_invalid() {
      var scene =
          Scene.empty()
              .devices("{name: gpu-0}", "{name: gpu-0}")
              .requesting("r: {deviceClassName: any}");

      assertThat(scene.answer()).isInstanceOf(AllocationOutcome.Unusable.class);
      assertThat(scene.text().getFirst())
          .startsWith("pool d/node-1 is invalid, so its devices are not considered: ");
      assertThat(scene.explanation("node-1").headline())
          .startsWith(
              "0/1 nodes fit: 1 has invalid pools and too few other devices for request r"
                  + " (d/node-1: ");
    }

    @Test
    void a_capacity_that_is_missing() {
      assertThat(
              Scene.empty()
                  .devices(gpus(2, ""))
                  .requesting("r: {deviceClassName: any, capacity: {requests: {memory: 1Gi}}}")
                  .text())
          .contains("  2 have no capacity memory (gpu-0, gpu-1)");
    }

    @Test
    void a_capacity_that_others_have_with_the_arithmetic() {
      assertThat(
              Scene.empty()
                  .devices(
                      "{name: nic, allowMultipleAllocations: true, capacity: {bandwidth: {value:"
                          + " 10G}}}")
                  .held("a", "nic", "shareID: s", "consumedCapacity: {bandwidth: 8G}")
                  .requesting("r: {deviceClassName: any, capacity: {requests: {bandwidth: 4G}}}")
                  .text())
          .contains("  1 has too little capacity bandwidth: 4G needed, 2G of 10G left (nic)");
    }

    @Test
    void operations_that_the_node_cannot_skip() {
      assertThat(
              Scene.with(Gate.DRA_OPTIONAL_NODE_OPERATIONS)
                  .slice(
                      "node-1",
                      "skipNodeOperations: [NodePrepareResources, NodeUnprepareResources]\n"
                          + "devices: [{name: nic}]")
                  .requesting("r: {deviceClassName: any}")
                  .text())
          .contains(
              "  1 skips node operations, but the node does not declare the feature"
                  + " DRAOptionalNodeOperations (nic)");
    }

    @Test
    void partitions_where_these_are_off() {
      assertThat(
              partitions(Scene.without(Gate.DRA_PARTITIONABLE_DEVICES), partition("mig", 20))
                  .requesting("r: {deviceClassName: any}")
                  .text())
          .contains("  1 consumes counters, but DRAPartitionableDevices is disabled (mig)");
    }

    @Test
    void groups_by_name_with_who_is_in_the_way() {
      assertThat(
              partitions(
                      partition("mig", 20, ", compatibilityGroups: [mig]"),
                      partition("vgpu", 20, ", compatibilityGroups: [vgpu]"))
                  .held("a", "mig", "compatibilityGroups: {gpu-0: [mig]}")
                  .requesting("r: {deviceClassName: any}")
                  .text())
          .contains(
              "  1 has conflicting compatibility groups: counter set gpu-0: [mig] in use by"
                  + " default/a, candidate declares [vgpu] (vgpu)");
    }

    @Test
    void groups_that_were_not_recorded_as_the_slice_declares_them() {
      assertThat(
              partitions(
                      partition("mig", 20, ", compatibilityGroups: [mig, any]"),
                      partition("vgpu-0", 20, ", compatibilityGroups: [vgpu, any]"),
                      partition("vgpu-1", 20, ", compatibilityGroups: [vgpu]"))
                  .held("a", "mig")
                  .held("b", "vgpu-0")
                  .requesting("r: {deviceClassName: any}")
                  .text())
          .contains(
              "  1 has conflicting compatibility groups: counter set gpu-0: [any] in use by"
                  + " default/a, candidate declares [vgpu] (vgpu-1)");
    }

    @Test
    void counters_with_the_arithmetic() {
      assertThat(
              partitions(partition("big", 120), partition("small", 20))
                  .held("a", "big")
                  .requesting("r: {deviceClassName: any}")
                  .text())
          .contains(
              "  1 consumes more than counter set gpu-0 has left: multiprocessors: 20 needed, 12 of"
                  + " 132 left (small)",
              "  nearest: small, which consumes more than counter set gpu-0 has left:"
                  + " multiprocessors: 20 needed, 12 of 132 left");
    }

    @Test
    void taints_with_the_toleration_to_add() {
      assertThat(
              Scene.empty()
                  .devices(gpus(1, "taints: [{key: d/sick, value: hot, effect: NoSchedule}]"))
                  .requesting("r: {deviceClassName: any}")
                  .text())
          .contains(
              "  1 has the taint d/sick=hot:NoSchedule (gpu-0)",
              "  hint: to use devices with the taint d/sick=hot:NoSchedule, add the toleration"
                  + " {key: d/sick, operator: Equal, value: hot, effect: NoSchedule}");
    }

    @Test
    void an_attribute_that_a_constraint_needs_and_that_is_spelt_differently() {
      assertThat(
              Scene.empty()
                  .devices(gpus(2, "attributes: {numaNode: {int: 0}}"))
                  .asking(
                      "c",
                      """
                      requests: [{name: r, exactly: {deviceClassName: any}}]
                      constraints: [{matchAttribute: d/numanode}]
                      """)
                  .text())
          .contains(
              "  2 lack the attribute d/numanode, which a constraint compares (gpu-0, gpu-1)",
              "  hint: no device has the attribute d/numanode; did you mean the attribute"
                  + " d/numaNode?");
    }
  }

  @Nested
  class Mistakes_are_told_with_their_place {
    @Test
    void a_name_that_devices_of_other_nodes_have_is_not_misspelt() {
      var scene =
          Scene.empty()
              .devices(gpus(1, "attributes: {k: {int: 0}}"))
              .slice("node-2", "devices: [{name: other, attributes: {j: {int: 0}}}]")
              .requesting(
                  "r: {deviceClassName: any, selectors: [{cel: {expression:"
                      + " 'device.attributes[\"d\"].j == 1'}}]}");

      assertThat(scene.explanation("node-1").toText()).doesNotContain("did you mean");
    }

    @Test
    void a_class_that_does_not_exist() {
      var scene = Scene.empty().devices(gpus(1, "")).requesting("r: {deviceClassName: none}");

      assertThat(scene.text())
          .containsExactly("claim default/c, request r: device class none does not exist");
      assertThat(scene.explanation("node-1", "node-2").toText())
          .isEqualTo("0/2 nodes fit: claim default/c, request r: device class none does not exist");
    }

    @Test
    void an_expression_without_answer_names_the_device_and_what_was_meant() {
      var explanation =
          Scene.empty()
              .devices(gpus(2, "attributes: {model: {string: h200}}"))
              .requesting(
                  "r: {deviceClassName: any, selectors: [{cel: {expression:"
                      + " 'device.attributes[\"d\"].modle == \"h200\"'}}]}")
              .explanation();

      assertThat(explanation.cause())
          .isInstanceOfSatisfying(
              Cause.Failed.class,
              failed -> {
                assertThat(failed.message())
                    .startsWith(
                        "claim default/c, request r: selector #0 on device"
                            + " d/node-1/gpu-0: CEL runtime error");
                assertThat(failed.device()).contains(DeviceId.of("d", "node-1", "gpu-0"));
                assertThat(failed.hints())
                    .containsExactly(
                        "no device has the attribute d/modle; did you mean the attribute"
                            + " d/model?");
              });
    }
  }

  @Test
  void every_alternative_is_explained() {
    assertThat(
            Scene.empty()
                .devices(gpus(2, ""))
                .held("a", "gpu-0")
                .asking(
                    "c",
                    """
                    requests:
                    - name: r
                      firstAvailable:
                      - {name: four, deviceClassName: any, count: 4}
                      - {name: two, deviceClassName: any, count: 2}
                    """)
                .text())
        .contains(
            "claim default/c, request r/four (class any, count 4): 1 of 2 devices is left, 4 are"
                + " needed",
            "claim default/c, request r/two (class any, count 2): 1 of 2 devices is left, 2 are"
                + " needed");
  }

  @Test
  void one_device_is_spoken_of_as_one() {
    assertThat(
            Scene.empty()
                .devices(gpus(1, ""))
                .held("a", "gpu-0")
                .requesting("r: {deviceClassName: any}")
                .text())
        .contains(
            "claim default/c, request r (class any, count 1): 0 of 1 device is left, 1 is needed");
  }

  @Test
  void who_wants_all_devices_is_told_which_are_not_to_be_had() {
    assertThat(
            Scene.empty()
                .devices(gpus(3, ""))
                .held("a", "gpu-1")
                .requesting("r: {deviceClassName: any, allocationMode: All}")
                .text())
        .containsExactly(
            "claim default/c, request r (class any, all devices): 2 of 3 devices are left, all 3"
                + " selected devices are needed",
            "  3 devices on node-1 (pool d/node-1)",
            "  1 is in use: gpu-1 by default/a",
            "  nearest: gpu-1, which is in use by default/a");
  }

  @Nested
  class Nodes_with_the_same_reason_are_counted_together {
    @Test
    void the_largest_group_first_and_with_an_example() {
      var scene = Scene.empty().devices(gpus(1, "")).held("a", "gpu-0");
      for (int i = 2; i < 7; i++) {
        scene.slice("node-" + i, "devices: [{name: gpu-0, attributes: {x: {bool: true}}}]");
      }
      var explanation =
          scene
              .requesting("r: {deviceClassName: any, count: 2}")
              .explanation(
                  "node-6", "node-5", "node-4", "node-3", "node-2", "node-1", "bare-1", "bare-2");

      assertThat(explanation.headline())
          .isEqualTo("0/8 nodes fit: 6 have too few devices for request r, 2 have no devices");
      assertThat(explanation.toText())
          .contains("6 nodes (node-1, node-2, node-3 and 3 more), for example node-1:\n  claim");
    }

    @Test
    void nodes_that_fit_are_counted_too() {
      assertThat(
              Scene.empty()
                  .devices(gpus(1, ""))
                  .slice("node-2", "devices: [{name: gpu-0}]")
                  .held("a", "gpu-0")
                  .requesting("r: {deviceClassName: any}")
                  .explanation("node-1", "node-2")
                  .headline())
          .isEqualTo("1/2 nodes fit: 1 has too few free devices for request r");
    }
  }
}
