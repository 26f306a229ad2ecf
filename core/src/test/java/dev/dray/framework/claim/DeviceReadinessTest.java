package dev.dray.framework.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.framework.Clusters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceReadinessTest {
  private static final Instant ALLOCATED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private static DeviceReadiness readiness(String devices, Gates gates, Duration after) {
    var claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: c, namespace: default}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
        status:
          allocation:
            allocationTimestamp: '2026-01-01T00:00:00Z'
            devices:
              results:
              - {request: gpu, driver: x, pool: p, device: plain}
              - request: gpu
                driver: x
                pool: p
                device: d
                shareID: 11111111-1111-1111-1111-111111111111
                bindingConditions: [attached, powered]
                bindingFailureConditions: [broken]
          devices: [%s]
        """
            .formatted(devices);
    var all = Clusters.of(claim).claims();
    return DeviceReadiness.of(all.getFirst(), gates, TIMEOUT, ALLOCATED.plus(after));
  }

  private static DeviceReadiness readiness(String devices) {
    return readiness(devices, Gates.defaults(), Duration.ofMinutes(1));
  }

  private static String device(String name, String share, String conditions) {
    return "{driver: x, pool: p, device: %s, shareID: %s, conditions: [%s]}"
        .formatted(name, share.repeat(8) + "-1111-1111-1111-111111111111", conditions);
  }

  private static String condition(String type, String status) {
    return "{type: %s, status: '%s', reason: Why, message: how}, ".formatted(type, status);
  }

  private static final String BOTH = condition("attached", "True") + condition("powered", "True");

  @Test
  void devices_are_ready_when_all_their_conditions_hold() {
    assertThat(readiness(device("d", "1", BOTH))).isEqualTo(new DeviceReadiness.Ready());
    assertThat(readiness(device("d", "1", condition("attached", "True"))))
        .isEqualTo(new DeviceReadiness.Pending());
    assertThat(readiness(device("d", "1", BOTH.replace("'True'", "'False'"))))
        .isEqualTo(new DeviceReadiness.Pending());
    assertThat(readiness("")).isEqualTo(new DeviceReadiness.Pending());
  }

  @Test
  void another_device_or_another_share_of_it_says_nothing() {
    assertThat(readiness(device("e", "1", BOTH))).isEqualTo(new DeviceReadiness.Pending());
    assertThat(readiness(device("d", "2", BOTH))).isEqualTo(new DeviceReadiness.Pending());
    assertThat(readiness(device("d", "1", BOTH).replace("pool: p", "pool: q")))
        .isEqualTo(new DeviceReadiness.Pending());
    assertThat(readiness(device("d", "1", BOTH).replace("driver: x", "driver: z")))
        .isEqualTo(new DeviceReadiness.Pending());
  }

  @Test
  void a_failure_condition_outweighs_the_others_once_it_holds() {
    assertThat(readiness(device("d", "1", BOTH + condition("broken", "False"))))
        .isEqualTo(new DeviceReadiness.Ready());
    assertThat(readiness(device("d", "1", BOTH + condition("broken", "True"))))
        .isEqualTo(
            new DeviceReadiness.Failed(
                "device binding failed: claim=c, reason=Why, message=\"how\""));
  }

  @Test
  void devices_that_are_not_ready_when_the_time_is_over_are_too_late() {
    assertThat(readiness("", Gates.defaults(), TIMEOUT)).isEqualTo(new DeviceReadiness.Pending());
    assertThat(readiness("", Gates.defaults(), TIMEOUT.plusMillis(1)))
        .isEqualTo(new DeviceReadiness.TooLate("device binding timeout: claim=c"));
    assertThat(readiness(device("d", "1", BOTH), Gates.defaults(), TIMEOUT.plusMillis(1)))
        .isEqualTo(new DeviceReadiness.Ready());
  }

  @Test
  void without_the_features_every_device_is_ready() {
    for (var gate :
        List.of(Gate.DRA_DEVICE_BINDING_CONDITIONS, Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS)) {
      assertThat(readiness("", Gates.defaults().without(gate), TIMEOUT))
          .isEqualTo(new DeviceReadiness.Ready());
    }
  }
}
