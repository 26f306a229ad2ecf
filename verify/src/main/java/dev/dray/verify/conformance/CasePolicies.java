package dev.dray.verify.conformance;

import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.CapacityRequestPolicyRange;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Capacities and policies that a case shows without a slice around them. */
final class CasePolicies {
  private CasePolicies() {}

  static DeviceCapacity capacity(JsonNode capacity) {
    var slice =
        (ResourceSlice)
            CaseObjects.read(
                """
                {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice",
                 "spec": {"devices": [{"name": "d", "capacity": {"c": %s}}]}}
                """
                    .formatted(Cases.text(capacity)));
    return slice.spec().devices().getFirst().capacity().values().iterator().next();
  }

  static Optional<CapacityRequestPolicy> policy(@Nullable JsonNode policy) {
    return policy == null || policy.isNull()
        ? Optional.empty()
        : capacityWith("{\"value\": \"1\", \"requestPolicy\": %s}", policy).requestPolicy();
  }

  static Optional<CapacityRequestPolicyRange> range(@Nullable JsonNode range) {
    return range == null || range.isNull()
        ? Optional.empty()
        : capacityWith("{\"value\": \"1\", \"requestPolicy\": {\"validRange\": %s}}", range)
            .requestPolicy()
            .flatMap(CapacityRequestPolicy::validRange);
  }

  private static DeviceCapacity capacityWith(String pattern, JsonNode part) {
    return capacity(Cases.parse(pattern.formatted(Cases.text(part))));
  }
}
