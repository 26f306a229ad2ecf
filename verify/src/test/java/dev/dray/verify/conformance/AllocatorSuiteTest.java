package dev.dray.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.verify.reference.ReferenceAllocator;
import dev.dray.verify.reference.ReferenceOutcome;
import org.junit.jupiter.api.Test;

/** When an allocator passes a case, on cases of our own. */
class AllocatorSuiteTest {
  private static final String SLICE =
      """
      {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "%s"},
       "spec": {"driver": "d.io", "pool": {"name": "p0", "generation": 1, "resourceSliceCount": %d},
                "allNodes": true, %s}}
      """;
  private static final String D1 =
      """
      [{"devices": {"results": [
        {"request": "r", "driver": "d.io", "pool": "p0", "device": "d1"}]}}]
      """;
  private static final String TWO_DEVICES =
      SLICE.formatted("s", 1, "\"devices\": [{\"name\": \"d0\"}, {\"name\": \"d1\"}]");

  /** What is allocated takes more of one counter than there is; the other device uses another. */
  private static final String OVERCOMMITTED =
      SLICE.formatted(
              "counters",
              2,
              """
              "sharedCounters": [
                {"name": "cs", "counters": {"x": {"value": "1"}, "y": {"value": "1"}}}]
              """)
          + ","
          + SLICE.formatted(
              "devices",
              2,
              """
              "devices": [
                {"name": "d0",
                 "consumesCounters": [{"counterSet": "cs", "counters": {"x": {"value": "2"}}}]},
                {"name": "d1",
                 "consumesCounters": [{"counterSet": "cs", "counters": {"y": {"value": "1"}}}]}]
              """);

  private static String json(String slices, String results) {
    return """
    {"name": "ours", "features": {"AdminAccess": true, "PartitionableDevices": true},
     "node": {"metadata": {"name": "node-1"}},
     "classes": [{"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass",
                  "metadata": {"name": "any"}, "spec": {}}],
     "slices": [%s],
     "claimsToAllocate": [
       {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "c"},
        "spec": {"devices": {"requests": [
          {"name": "r", "exactly": {"deviceClassName": "any", "allocationMode": "ExactCount",
                                    "count": 1}}]}}}],
     "allocatedDevices": [{"driver": "d.io", "pool": "p0", "device": "d0"}],
     "allocatedSharedDeviceIDs": [], "allocatedCapacityDevices": [],
     "upstream": {"error": null, "errorIsFailedAllocationOnNode": false, "results": %s,
                  "numAllocateOneInvocations": 1}}
    """
        .formatted(slices, results);
  }

  private static Outcome run(AllocatorUnderTest underTest, String slices, String results) {
    var json = Cases.parse(json(slices, results));
    return new AllocatorSuite(new ReferenceAllocator(), underTest)
        .run(new Case("allocator", "ours", json));
  }

  private static AllocatorUnderTest right() {
    var reference = new ReferenceAllocator();
    return world -> reference.allocate(world).outcome();
  }

  private static AllocatorUnderTest idle() {
    return _ -> new ReferenceOutcome.DoesNotFit();
  }

  @Test
  void who_answers_as_upstream_passes_and_who_does_not_fails() {
    assertThat(run(right(), TWO_DEVICES, D1)).isEqualTo(new Outcome.Passed());
    assertThat(run(idle(), TWO_DEVICES, D1)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void a_difference_that_a_decision_explains_is_a_deviation() {
    assertThat(run(right(), OVERCOMMITTED, "null"))
        .isEqualTo(new Outcome.Deviates("decision 26 (Q7)"));
  }

  @Test
  void who_answers_as_upstream_where_a_decision_says_otherwise_fails() {
    assertThat(run(idle(), OVERCOMMITTED, "null")).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void an_alternative_without_an_allocation_mode_is_one_for_a_device_and_not_the_end() {
    var json =
        json(TWO_DEVICES, "null")
            .replace(
                "\"exactly\": {\"deviceClassName\": \"any\", \"allocationMode\": \"ExactCount\",",
                "\"firstAvailable\": [{\"name\": \"s\", \"deviceClassName\": \"any\"")
            .replace("\"count\": 1}}", "}]}")
            .replace("\"AdminAccess\": true", "\"AdminAccess\": true, \"PrioritizedList\": true")
            .replace(
                "\"error\": null", "\"error\": \"claim c, request s: unsupported count mode \"");
    var suite = new AllocatorSuite(new ReferenceAllocator(), new Engine());

    assertThat(suite.run(new Case("allocator", "ours", Cases.parse(json))))
        .isEqualTo(new Outcome.Deviates("docs/deviations.md (allocationMode)"));
  }

  @Test
  void a_difference_that_no_decision_explains_is_a_failure() {
    assertThat(run(right(), TWO_DEVICES, "null")).isInstanceOf(Outcome.Failed.class);
  }
}
