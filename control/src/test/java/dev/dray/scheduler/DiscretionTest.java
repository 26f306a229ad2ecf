package dev.dray.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dray.client.Resources;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pods with equal claims share what was found out for them, and each is told of its own claims: not
 * of those of another namespace, nor of those of another pod.
 */
class DiscretionTest {
  /** What is called by these words is somebody's own. */
  private record Tenant(String namespace, String pod, String claim) {
    boolean isNamedIn(String text) {
      return text.contains(pod) || text.contains(claim);
    }
  }

  private static final List<Tenant> TENANTS =
      List.of(
          new Tenant("alpha", "apple", "acorn"),
          new Tenant("beta", "berry", "birch"),
          new Tenant("beta", "bean", "brick"),
          new Tenant("alpha", "aloe", "agate"));

  private final World world = new World();

  static Stream<Arguments> failures() {
    return Stream.of(
        failure("a selector that fails", "{name: gpu-0}", gpu("selectors: [" + FAILING + "]")),
        failure("no device that matches", "{name: gpu-0}", gpu("selectors: [" + FALSE + "]")),
        failure("too few devices", "{name: gpu-0}", gpu("count: 3")),
        failure("too few devices for both claims", "{name: gpu-0}", gpu("count: 1")),
        failure("more devices than a claim can have", "{name: gpu-0}", gpu("count: 33")),
        failure("more devices than a claim can have of all", many(), gpu("allocationMode: All")),
        failure("a mode that does not exist", "{name: gpu-0}", gpu("allocationMode: Some")),
        failure("a class that does not exist", "{name: gpu-0}", "{deviceClassName: none}"),
        failure("no class", "{name: gpu-0}", "{allocationMode: All}"),
        failure("a selector without expression", "{name: gpu-0}", gpu("selectors: [{}]")),
        failure(
            "a capacity that nobody has",
            "{name: gpu-0}",
            gpu("capacity: {requests: {memory: 1Gi}}")),
        failure("a taint", TAINTED, gpu("count: 1")),
        failure("an amount that cannot be charged", NO_AMOUNT, gpu("count: 1")),
        failure("a device that is no longer offered", "{name: gpu-0, nodeName: n1}", gpu("")),
        failure("all devices of a pool being updated", UPDATED, gpu("allocationMode: All")),
        failure("one device of a pool being updated", UPDATED, gpu("count: 1")),
        failure("invalid pools", "{name: gpu-0}, {name: gpu-0}", gpu("count: 2")));
  }

  private static final String FAILING = "{cel: {expression: 'device.attributes[\"x.io\"].y'}}";
  private static final String FALSE = "{cel: {expression: 'false'}}";
  private static final String TAINTED =
      "{name: gpu-0, taints: [{key: broken, effect: NoSchedule}]}";
  private static final String NO_AMOUNT =
      "{name: gpu-0, allowMultipleAllocations: true, capacity: {memory: {value: 1Gi,"
          + " requestPolicy: {validValues: []}}}}";

  /** Behind the devices: the slice is one of two. */
  private static final String UPDATED = "{name: gpu-0}#2";

  private static Arguments failure(String name, String devices, String request) {
    return Arguments.of(name, devices, request);
  }

  private static String gpu(String more) {
    return "{deviceClassName: gpu, %s}".formatted(more);
  }

  private static String many() {
    return Stream.iterate(0, i -> i + 1)
        .limit(40)
        .map("{name: gpu-%d}"::formatted)
        .reduce((a, b) -> a + ", " + b)
        .orElseThrow();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void nobody_is_told_what_others_call_their_claims(String name, String devices, String request) {
    slice(devices);
    world.run();
    for (var tenant : TENANTS) {
      claim(tenant, 1, request);
      claim(tenant, 2, request);
      pod(tenant, "{}");
      world.run();
    }
    tellsEverybodyOfHisOwn();

    // Once more, now that something happened.
    world.node("n2");
    world.seconds(6 * 60);
    tellsEverybodyOfHisOwn();
  }

  @Test
  void nor_what_the_claims_for_extended_resources_of_others_are_called() {
    slice("{name: gpu-0}");
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: extended}
        spec: {extendedResourceName: example.com/gpu}
        """);
    TENANTS.forEach(
        tenant -> pod(tenant, "{requests: {example.com/gpu: 2}, limits: {example.com/gpu: 2}}"));
    world.run();

    tellsEverybodyOfHisOwn();
    assertThat(told(TENANTS.getFirst())).first(STRING).contains("alpha/apple-extended-resources-");
  }

  @Test
  void a_claim_that_waits_is_not_taken_for_one_that_has_devices() {
    slice("{name: gpu-0}");
    var apple = TENANTS.getFirst();
    var aloe = TENANTS.getLast();
    claim(apple, 2, gpu("count: 2"));
    claim(aloe, 1, gpu("count: 2"));
    allocated("acorn-1");
    allocated("agate-2");
    pod(apple, "{}");
    pod(aloe, "{}");
    world.run();

    assertThat(told(apple)).first(STRING).contains("claim alpha/acorn-2, request gpu");
    assertThat(told(aloe)).first(STRING).contains("claim alpha/agate-1, request gpu");
  }

  private void allocated(String claim) {
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s, namespace: alpha}
        spec: {devices: {requests: [{name: other, exactly: {deviceClassName: gpu}}]}}
        status: {allocation: {devices: {results: []}}}
        """
            .formatted(claim));
  }

  private void tellsEverybodyOfHisOwn() {
    for (var tenant : TENANTS) {
      var told = told(tenant);
      assertThat(told).isNotEmpty();
      for (var other : TENANTS) {
        if (!other.equals(tenant)) {
          assertThat(told).allSatisfy(it -> assertThat(other.isNamedIn(it)).as(it).isFalse());
        }
        if (!other.namespace().equals(tenant.namespace())) {
          assertThat(told).noneMatch(it -> it.contains(other.namespace()));
        }
      }
    }
  }

  /** Events and condition of the tenant's pod. */
  private List<String> told(Tenant tenant) {
    var pod = world.api.tree(Resources.PODS, tenant.namespace(), tenant.pod());
    return Stream.concat(
            world.api.events("FailedScheduling").stream()
                .filter(it -> it.text("involvedObject", "name").equals(tenant.pod())),
            pod.objects("status", "conditions").stream())
        .map(it -> it.text("message"))
        .toList();
  }

  private void slice(String devices) {
    world.node("n1");
    var parts = devices.split("#", -1);
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: n1-gpus}
        spec:
          driver: gpu.example.com
          nodeName: n1
          pool: {name: n1, generation: 1, resourceSliceCount: %s}
          devices: [%s]
        """
            .formatted(parts.length > 1 ? parts[1] : "1", parts[0]));
  }

  private void claim(Tenant tenant, int number, String request) {
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s-%d, namespace: %s}
        spec: {devices: {requests: [{name: gpu, exactly: %s}]}}
        """
            .formatted(tenant.claim(), number, tenant.namespace(), request));
  }

  private void pod(Tenant tenant, String resources) {
    world.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s}
        spec:
          schedulerName: default-scheduler
          containers: [{name: main, image: none, resources: %s}]
          resourceClaims: %s
        status: {phase: Pending}
        """
            .formatted(
                tenant.pod(),
                tenant.namespace(),
                resources,
                resources.equals("{}")
                    ? "[{name: one, resourceClaimName: %1$s-1}, {name: two, resourceClaimName: %1$s-2}]"
                        .formatted(tenant.claim())
                    : "[]"));
  }
}
