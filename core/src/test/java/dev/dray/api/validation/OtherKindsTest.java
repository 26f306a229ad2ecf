package dev.dray.api.validation;

import static dev.dray.api.validation.Written.manifest;
import static dev.dray.api.validation.Written.object;
import static dev.dray.api.validation.Written.onCreate;
import static dev.dray.api.validation.Written.onStatusUpdate;
import static dev.dray.api.validation.Written.onUpdate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OtherKindsTest {

  @Nested
  class Classes {

    @Test
    void selectors_and_configuration_are_checked() {
      assertThat(
              onCreate(
                  object(
                      "DeviceClass",
                      "{selectors: [{}], config: [{}], extendedResourceName: kubernetes.io/x}")))
          .containsExactly(
              "REQUIRED spec.selectors[0].cel required",
              "REQUIRED spec.config[0].opaque required",
              "INVALID spec.extendedResourceName format=k8s-extended-resource-name");
    }

    @Test
    void large_configuration_that_is_stored_stays() {
      var large =
          object(
              "DeviceClass",
              "config: [{opaque: {driver: d, parameters: {x: %s}}}]".formatted("y".repeat(10_240)));

      assertThat(onCreate(large))
          .containsExactly("TOO_LONG spec.config[0].opaque.parameters maxBytes");
      assertThat(onUpdate(large, large)).isEmpty();
    }
  }

  @Nested
  class TaintedByRule {

    @Test
    void selector_and_taint_are_checked() {
      assertThat(
              onCreate(
                  object(
                      "DeviceTaintRule",
                      """
                      deviceSelector: {driver: '', pool: -, device: A}
                      taint: {key: k, effect: Newer}
                      """)))
          .containsExactly(
              "REQUIRED spec.deviceSelector.driver required",
              "INVALID spec.deviceSelector.pool format=k8s-resource-pool-name",
              "INVALID spec.deviceSelector.device format=k8s-short-name",
              "NOT_SUPPORTED spec.taint.effect enum");
    }

    @Test
    void an_unknown_effect_stays_while_it_does_not_change() {
      var newer = object("DeviceTaintRule", "taint: {key: k, effect: Newer}");
      var known = object("DeviceTaintRule", "taint: {key: k, effect: None}");

      assertThat(onUpdate(newer, newer)).isEmpty();
      assertThat(onUpdate(newer, known)).containsExactly("NOT_SUPPORTED spec.taint.effect enum");
    }

    @Test
    void conditions_are_at_most_eight() {
      var condition =
          "{type: t#, status: 'True', reason: R, lastTransitionTime: '2026-01-01T00:00:00Z'}";
      var nine =
          IntStream.range(0, 9)
              .mapToObj(i -> condition.replace("#", "" + i))
              .collect(Collectors.joining(", "));
      var rule =
          manifest(
              "v1",
              "DeviceTaintRule",
              "spec: {taint: {key: k, effect: None}}\nstatus: {conditions: [" + nine + "]}\n");

      assertThat(onStatusUpdate(rule, rule)).containsExactly("TOO_MANY status.conditions maxItems");
    }
  }

  @Nested
  class Patches {

    @Test
    void the_filter_is_checked() {
      assertThat(
              onCreate(
                  object(
                      "ResourceSlicePatch",
                      """
                      devices:
                        filter: {deviceClassName: A, driver: a/b, pool: '', device: A, selectors: [{}]}
                      """)))
          .containsExactly(
              "INVALID spec.devices.filter.deviceClassName format=k8s-long-name",
              "INVALID spec.devices.filter.driver format=k8s-long-name-caseless",
              "REQUIRED spec.devices.filter.pool required",
              "INVALID spec.devices.filter.device format=k8s-short-name",
              "REQUIRED spec.devices.filter.selectors[0].cel required");
    }

    @Test
    void names_have_a_domain_and_an_attribute_may_be_null() {
      assertThat(
              onCreate(
                  object(
                      "ResourceSlicePatch",
                      """
                      devices:
                        attributes: {d.io/a: {"null": {}}, b: {int: 1}, d.io/c: {}}
                        capacity: {d: {value: 1}}
                      """)))
          .containsExactly(
              "INVALID spec.devices.attributes format=k8s-resource-fully-qualified-name",
              "INVALID spec.devices.attributes[d.io/c] union",
              "INVALID spec.devices.capacity format=k8s-resource-fully-qualified-name");
    }

    @Test
    void there_are_at_most_32_entries() {
      var entries =
          IntStream.range(0, 33)
              .mapToObj("d.io/a%d: {int: 1}"::formatted)
              .collect(Collectors.joining(", "));

      assertThat(
              onCreate(
                  object("ResourceSlicePatch", "devices: {attributes: {%s}}".formatted(entries))))
          .containsExactly("INVALID spec.devices maxTotal");
    }

    @Test
    void a_policy_is_checked_against_its_own_capacity() {
      assertThat(
              onCreate(
                  object(
                      "ResourceSlicePatch",
                      "devices: {capacity: {d.io/c: {value: 1, requestPolicy: {default: 2,"
                          + " validValues: [2]}}}}")))
          .containsExactly(
              "INVALID spec.devices.capacity[d.io/c].requestPolicy.validValues[0] maximum");
    }

    @Test
    void a_capacity_has_an_amount_which_may_be_nothing() {
      var missing = object("ResourceSlicePatch", "devices: {capacity: {d.io/c: {}}}");
      var zero = object("ResourceSlicePatch", "devices: {capacity: {d.io/c: {value: 0}}}");

      assertThat(onCreate(missing))
          .containsExactly("REQUIRED spec.devices.capacity[d.io/c].value required");
      assertThat(onCreate(zero)).isEmpty();
      assertThat(onUpdate(missing, zero)).as("as it was stored before").isEmpty();
    }

    @Test
    void a_negative_capacity_is_refused_where_it_is_new() {
      var negative = object("ResourceSlicePatch", "devices: {capacity: {d.io/c: {value: -1}}}");
      var zero = object("ResourceSlicePatch", "devices: {capacity: {d.io/c: {value: 0}}}");

      assertThat(onCreate(negative))
          .containsExactly("INVALID spec.devices.capacity[d.io/c].value minimum");
      assertThat(onUpdate(negative, zero)).hasSize(1);
      assertThat(onUpdate(negative, negative)).as("as it was stored before").isEmpty();
    }

    @Test
    void what_is_stored_may_keep_to_the_looser_rules() {
      var wrong = "d.io/c: {value: 1, requestPolicy: {default: 2}}";
      var stored = object("ResourceSlicePatch", "devices: {capacity: {%s}}".formatted(wrong));

      assertThat(onCreate(stored))
          .containsExactly("INVALID spec.devices.capacity[d.io/c].requestPolicy.default maximum");
      assertThat(
              onUpdate(
                  object(
                      "ResourceSlicePatch",
                      "devices: {priority: 1, capacity: {%s}}".formatted(wrong)),
                  stored))
          .isEmpty();
    }

    @Test
    void a_patch_of_everything_is_fine() {
      assertThat(onCreate(object("ResourceSlicePatch", "devices: {priority: -1}"))).isEmpty();
    }
  }

  @Nested
  class PoolStatusRequests {
    private static ApiObject answered(String status) {
      return manifest(
          "v1alpha3",
          "ResourcePoolStatusRequest",
          "spec: {driver: d, limit: 1}\n" + (status.isEmpty() ? "" : "status: " + status + "\n"));
    }

    @Test
    void the_question_is_checked() {
      assertThat(
              onCreate(
                  object(
                      "ResourcePoolStatusRequest",
                      "{driver: '', poolName: a//b, limit: 1001, defaultPartitionTypeAttribute:"
                          + " x}")))
          .containsExactly(
              "REQUIRED spec.driver required",
              "INVALID spec.poolName format=k8s-resource-pool-name",
              "INVALID spec.limit maximum",
              "INVALID spec.defaultPartitionTypeAttribute"
                  + " format=k8s-resource-fully-qualified-name");
    }

    @Test
    void question_and_answer_cannot_change() {
      assertThat(
              onUpdate(object("ResourcePoolStatusRequest", "{driver: e, limit: 1}"), answered("")))
          .containsExactly("INVALID spec immutable");
      assertThat(onStatusUpdate(answered("{poolCount: 1}"), answered("{poolCount: 2}")))
          .containsExactly("INVALID status immutable");
    }

    @Test
    void the_answer_is_checked() {
      assertThat(
              onStatusUpdate(
                  answered(
                      """
                      {pools: [{driver: d, poolName: p, generation: 0, totalDevices: -1,
                        partitionSummary: [{attribute: a, type: t, total: 1, allocatable: 1},
                          {attribute: a, type: t, total: 1}],
                        shareableSummary: {fullyAvailableDevices: 1, capacity: [{name: c}]}}]}
                      """),
                  answered("")))
          .containsExactly(
              "REQUIRED status.poolCount required",
              "REQUIRED status.pools[0].generation required",
              "INVALID status.pools[0].totalDevices minimum",
              "REQUIRED status.pools[0].partitionSummary[1].allocatable required",
              "DUPLICATE status.pools[0].partitionSummary[1] unique",
              "REQUIRED status.pools[0].shareableSummary.partiallyAvailableDevices required",
              "REQUIRED status.pools[0].shareableSummary.capacity[0].total required",
              "REQUIRED status.pools[0].shareableSummary.capacity[0].consumed required",
              "REQUIRED status.pools[0].shareableSummary.capacity[0].available required");
    }
  }

  @Nested
  class Metadata {

    @Test
    void names_and_namespaces_are_required_where_they_belong() {
      var claim =
          Written.read(
              "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {}, spec: {}}");
      var deviceClass =
          Written.read(
              "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: A, namespace:"
                  + " ns}, spec: {}}");

      assertThat(onCreate(claim))
          .containsExactly(
              "REQUIRED metadata.name required", "REQUIRED metadata.namespace required");
      assertThat(onCreate(deviceClass))
          .containsExactly(
              "INVALID metadata.name format=k8s-long-name",
              "FORBIDDEN metadata.namespace forbidden");
    }

    @Test
    void lists_are_checked_on_create_and_update() {
      var thing =
          Written.read(
              """
              apiVersion: resource.k8s.io/v1
              kind: DeviceClass
              metadata:
                name: a
                resourceVersion: "1"
                labels: {a/b/c: -}
                annotations: {-: x}
                finalizers: [orphan, foregroundDeletion, mine]
                ownerReferences: [{apiVersion: a/b/c, kind: Event, name: x, uid: u}]
              spec: {}
              """);

      assertThat(onCreate(thing))
          .containsExactlyElementsOf(onUpdate(thing, thing))
          .containsExactly(
              "INVALID metadata.labels format=k8s-label-key",
              "INVALID metadata.labels format=k8s-label-value",
              "INVALID metadata.annotations format=k8s-label-key",
              "INVALID metadata.ownerReferences[0].apiVersion format=k8s-group-version",
              "INVALID metadata.finalizers finalizers",
              "INVALID metadata.finalizers[2] finalizers");
    }

    @Test
    void what_identifies_an_object_cannot_change() {
      var old =
          Written.read(
              "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a, uid: u,"
                  + " generation: 2}, spec: {}}");
      var changed =
          Written.read(
              "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: b, uid: v,"
                  + " generation: 1}, spec: {}}");

      assertThat(onUpdate(changed, old))
          .containsExactly(
              "INVALID metadata.resourceVersion required",
              "INVALID metadata.generation monotonic",
              "INVALID metadata.name immutable",
              "INVALID metadata.uid immutable");
    }
  }

  @Test
  void a_kind_without_a_status_has_none_to_update() {
    var deviceClass = object("DeviceClass", "{}");
    var validator = Validator.with(Gates.defaults());

    assertThatThrownBy(() -> validator.updateStatus(deviceClass, deviceClass))
        .hasMessage("The kind (DeviceClass) has no status.");
  }
}
