package dev.dray.api.validation;

import static dev.dray.api.validation.Written.claimWithStatus;
import static dev.dray.api.validation.Written.onStatusUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StatusRulesTest {
  private static final ApiObject EMPTY = claimWithStatus("reservedFor: []");
  private static final String DEVICE = "driver: d, pool: p, device: x";
  private static final String SHARE = "11111111-2222-3333-4444-555555555555";

  private static ApiObject allocated(String more) {
    return claimWithStatus(
        "allocation: {devices: {results: [{request: gpu, %s%s}]}}".formatted(DEVICE, more));
  }

  private static List<String> allocating(String more) {
    return onStatusUpdate(allocated(more), EMPTY);
  }

  @Nested
  class Allocation {
    private static final String AT = "status.allocation.devices.results[0]";

    @Test
    void an_allocation_can_be_set_and_cleared_but_not_changed() {
      assertThat(onStatusUpdate(allocated(""), EMPTY)).isEmpty();
      assertThat(onStatusUpdate(EMPTY, allocated(""))).isEmpty();
      assertThat(onStatusUpdate(allocated(", adminAccess: true"), allocated("")))
          .containsExactly("INVALID status.allocation update");
    }

    @Test
    void a_stored_allocation_is_not_checked_again() {
      var old = allocated(", shareID: wrong");

      assertThat(onStatusUpdate(old, old)).isEmpty();
    }

    @Test
    void a_result_names_a_request_and_a_device() {
      var wrong =
          claimWithStatus(
              """
              allocation:
                devices:
                  results:
                  - {request: any/big, driver: d, pool: p/q, device: x}
                  - {request: gpu/big, driver: '', pool: '', device: ''}
                  - {request: gpu, driver: %s, pool: a//b, device: x}
              """
                  .formatted("d".repeat(64)));

      assertThat(onStatusUpdate(wrong, EMPTY))
          .containsExactly(
              "INVALID status.allocation.devices.results[1].request reference",
              "REQUIRED status.allocation.devices.results[1].driver required",
              "REQUIRED status.allocation.devices.results[1].pool required",
              "INVALID status.allocation.devices.results[1].device format=k8s-short-name",
              "TOO_LONG status.allocation.devices.results[2].driver maxLength",
              "INVALID status.allocation.devices.results[2].pool format=k8s-resource-pool-name");
    }

    @Test
    void a_share_is_a_uuid() {
      assertThat(allocating(", shareID: " + SHARE)).isEmpty();
      assertThat(allocating(", shareID: " + SHARE.replace('1', 'A')))
          .containsExactly("INVALID " + AT + ".shareID format=k8s-uuid");
    }

    @Test
    void recorded_groups_are_those_of_two_sets() {
      assertThat(allocating(", compatibilityGroups: {a: [g, h], b: []}")).isEmpty();
      assertThat(allocating(", compatibilityGroups: {a: [g], b: [g], c: [g]}"))
          .containsExactly("TOO_MANY " + AT + ".compatibilityGroups maxProperties");
      assertThat(allocating(", compatibilityGroups: {A: [g, g], b: [G], c-: [a, b, c]}"))
          .containsExactly("TOO_MANY " + AT + ".compatibilityGroups maxProperties");
      assertThat(allocating(", compatibilityGroups: {A: [g, g], b: [a, b, c]}"))
          .containsExactly(
              "INVALID " + AT + ".compatibilityGroups format=k8s-short-name",
              "DUPLICATE " + AT + ".compatibilityGroups[A][1] unique",
              "TOO_MANY " + AT + ".compatibilityGroups[b] maxItems");
    }

    @Test
    void recorded_counters_are_not_negative() {
      assertThat(allocating(", consumedCounters: {a: {c: 1Gi}}")).isEmpty();
      assertThat(allocating(", consumedCounters: {a: {C: 1, d: -1}}"))
          .containsExactly(
              "INVALID " + AT + ".consumedCounters[a] format=k8s-short-name",
              "INVALID " + AT + ".consumedCounters[a][d] minimum");
    }

    @Test
    void configuration_has_a_source() {
      var configured =
          claimWithStatus(
              """
              allocation:
                devices:
                  config:
                  - {source: '', opaque: {driver: d, parameters: {}}}
                  - {source: X, requests: [none]}
              """);

      assertThat(onStatusUpdate(configured, EMPTY))
          .containsExactly(
              "REQUIRED status.allocation.devices.config[0].source required",
              "NOT_SUPPORTED status.allocation.devices.config[1].source enum",
              "INVALID status.allocation.devices.config[1].requests[0] reference",
              "REQUIRED status.allocation.devices.config[1].opaque required");
    }

    @Test
    void the_nodes_are_selected_by_at_least_one_term() {
      var selected =
          claimWithStatus(
              """
              allocation:
                nodeSelector:
                  nodeSelectorTerms:
                  - matchFields: [{key: metadata.name, operator: In, values: [a, b]}]
                    matchExpressions:
                    - {key: k, operator: Exists, values: [x]}
                    - {key: k, operator: Gt}
                    - {key: k, operator: Like}
              """);
      var at = "status.allocation.nodeSelector.nodeSelectorTerms[0]";

      assertThat(onStatusUpdate(selected, EMPTY))
          .containsExactly(
              "FORBIDDEN " + at + ".matchExpressions[0].values forbidden",
              "REQUIRED " + at + ".matchExpressions[1].values required",
              "INVALID " + at + ".matchExpressions[2].operator enum",
              "REQUIRED " + at + ".matchFields[0].values required");
    }
  }

  @Nested
  class Reservations {
    private static final String ALLOCATION =
        "allocation: {devices: {results: [{request: gpu, driver: d, pool: p, device: x}]}}\n";

    private static ApiObject reserved(String consumers) {
      return claimWithStatus(ALLOCATION + "reservedFor: [" + consumers + "]");
    }

    @Test
    void they_need_an_allocation() {
      assertThat(
              onStatusUpdate(
                  claimWithStatus("reservedFor: [{resource: pods, name: a, uid: u}]"), EMPTY))
          .containsExactly("FORBIDDEN status.reservedFor dependentForbidden");
    }

    @Test
    void each_is_complete_and_there_once() {
      assertThat(
              onStatusUpdate(
                  reserved("{resource: '', name: '', uid: ''}, {resource: r, name: a, uid: ''}"),
                  allocated("")))
          .containsExactly(
              "REQUIRED status.reservedFor[0].resource required",
              "REQUIRED status.reservedFor[0].name required",
              "REQUIRED status.reservedFor[0].uid required",
              "REQUIRED status.reservedFor[1].uid required",
              "DUPLICATE status.reservedFor[1] unique");
    }

    @Test
    void a_claim_that_is_being_deleted_gets_no_new_ones() {
      var one = deleted(reserved("{resource: pods, name: a, uid: u}"));
      var two =
          deleted(reserved("{resource: pods, name: a, uid: u}, {resource: pods, name: b, uid: v}"));

      assertThat(onStatusUpdate(one, two)).isEmpty();
      assertThat(onStatusUpdate(two, one)).containsExactly("FORBIDDEN status.reservedFor deleted");
    }

    private static ApiObject deleted(ApiObject object) {
      var claim = (ResourceClaim) object;
      var meta = claim.metadata();
      return claim.withMetadata(
          new dev.dray.api.meta.ObjectMeta(
              meta.name(),
              meta.generateName(),
              meta.namespace(),
              meta.selfLink(),
              meta.uid(),
              meta.resourceVersion(),
              meta.generation(),
              meta.creationTimestamp(),
              Optional.of(Instant.EPOCH),
              meta.deletionGracePeriodSeconds(),
              meta.labels(),
              meta.annotations(),
              meta.ownerReferences(),
              meta.finalizers(),
              meta.managedFields()));
    }
  }

  @Nested
  class Devices {
    private static final String ALLOCATION =
        "allocation: {devices: {results: [{request: gpu, driver: d, pool: p, device: x}]}}\n";

    private static List<String> reporting(String devices) {
      return onStatusUpdate(
          claimWithStatus(ALLOCATION + "devices: [" + devices + "]"), allocated(""));
    }

    @Test
    void only_allocated_devices_are_reported_and_each_once() {
      assertThat(reporting("{%s}".formatted(DEVICE))).isEmpty();
      assertThat(reporting("{%s}, {%s}".formatted(DEVICE, DEVICE)))
          .containsExactly("DUPLICATE status.devices[1] unique");
      assertThat(reporting("{%s, shareID: %s}".formatted(DEVICE, SHARE)))
          .containsExactly("INVALID status.devices[0] reference");
    }

    @Test
    void conditions_are_complete() {
      assertThat(reporting("{%s, conditions: [{}]}".formatted(DEVICE)))
          .containsExactly(
              "REQUIRED status.devices[0].conditions[0].type required",
              "REQUIRED status.devices[0].conditions[0].status required",
              "REQUIRED status.devices[0].conditions[0].lastTransitionTime required",
              "REQUIRED status.devices[0].conditions[0].reason required");
      var condition =
          "{type: t, status: 'Maybe', reason: 1a, observedGeneration: -1,"
              + " lastTransitionTime: '2026-01-01T00:00:00Z'}";
      assertThat(reporting("{%s, conditions: [%s]}".formatted(DEVICE, condition)))
          .containsExactly(
              "NOT_SUPPORTED status.devices[0].conditions[0].status enum",
              "INVALID status.devices[0].conditions[0].observedGeneration minimum",
              "INVALID status.devices[0].conditions[0].reason format=k8s-condition-reason");
    }

    @Test
    void data_is_a_json_object() {
      assertThat(reporting("{%s, data: {a: 1}}".formatted(DEVICE))).isEmpty();
      assertThat(reporting("{%s, data: text}".formatted(DEVICE)))
          .containsExactly("INVALID status.devices[0].data format=json-object");
    }

    @Test
    void addresses_are_canonical() {
      assertThat(
              reporting(
                  "{%s, networkData: {ips: [10.9.8.7/24, '2001:db8::1/64', 10.9.8.07/24, x]}}"
                      .formatted(DEVICE)))
          .containsExactly(
              "INVALID status.devices[0].networkData.ips[2] format=interface-address",
              "INVALID status.devices[0].networkData.ips[3] format=interface-address");
    }
  }
}
