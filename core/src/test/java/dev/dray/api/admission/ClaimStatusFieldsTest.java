package dev.dray.api.admission;

import static dev.dray.api.admission.Written.ONE;
import static dev.dray.api.admission.Written.allocated;
import static dev.dray.api.admission.Written.exact;
import static dev.dray.api.admission.Written.exactly;
import static dev.dray.api.admission.Written.report;
import static dev.dray.api.admission.Written.reporting;
import static dev.dray.api.admission.Written.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimStatusFieldsTest extends GateContract<ResourceClaim> {
  private static final String RESULT = "status.allocation.devices.results[0].";
  private static final DeviceRequestAllocationResult WITH_ADMIN_ACCESS =
      result("gpu", Optional.of(true), List.of(), Optional.empty(), Map.of());
  private static final DeviceRequestAllocationResult SHARED =
      result("gpu", Optional.empty(), List.of(), Optional.of("share"), Map.of("memory", ONE));

  @Override
  FieldPath at() {
    return FieldPath.ROOT;
  }

  @Override
  GatedFields<ResourceClaim> rows() {
    return ClaimStatusFields.ALL;
  }

  @Override
  ResourceClaim plain() {
    return allocated(result("gpu"));
  }

  @Override
  List<GateCase<ResourceClaim>> cases() {
    return List.of(
        GateCase.of(
            Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS,
            reporting(plain(), report("gpu")),
            plain(),
            "status.devices"),
        GateCase.of(
            Gate.DRA_ADMIN_ACCESS, allocated(WITH_ADMIN_ACCESS), plain(), RESULT + "adminAccess"),
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            reporting(allocated(SHARED), report("gpu", Optional.of("share"))),
            reporting(plain(), report("gpu")),
            RESULT + "shareID",
            RESULT + "consumedCapacity",
            "status.devices[0].shareID"),
        GateCase.of(
            Gate.DRA_DEVICE_BINDING_CONDITIONS,
            allocated(
                result("gpu", Optional.empty(), List.of("Ready"), Optional.empty(), Map.of())),
            plain(),
            RESULT + "bindingConditions"),
        GateCase.of(
            Gate.DRA_OPTIONAL_NODE_OPERATIONS,
            allocated(result("gpu").withSkipNodeOperations(List.of("*"))),
            plain(),
            RESULT + "skipNodeOperations"),
        GateCase.of(
            Gate.DRA_DEVICE_COMPATIBILITY_GROUPS,
            allocated(result("gpu").withCompatibilityGroups(Map.of("set", List.of("mig")))),
            plain(),
            RESULT + "compatibilityGroups"),
        GateCase.of(
            Gate.DRA_SHARED_CONSUMABLE_CAPACITY,
            allocated(result("gpu").withConsumedCounters(Map.of("set", Map.of("memory", ONE)))),
            plain(),
            RESULT + "consumedCounters"));
  }

  @Test
  void admin_access_in_the_stored_spec_keeps_it_in_the_status() {
    var spec = exactly(exact(Optional.of(true), Optional.empty()));

    assertThat(keptBy(spec, allocated(WITH_ADMIN_ACCESS), Gate.DRA_ADMIN_ACCESS)).isTrue();
  }

  @Test
  void a_capacity_request_in_the_stored_spec_keeps_shares_in_the_status() {
    var spec = exactly(exact(Optional.empty(), Optional.of(new CapacityRequirements(Map.of()))));

    assertThat(keptBy(spec, allocated(SHARED), Gate.DRA_CONSUMABLE_CAPACITY)).isTrue();
  }

  private boolean keptBy(ResourceClaimSpec spec, ResourceClaim using, Gate off) {
    var incoming = using.withSpec(spec);
    return ClaimStatusFields.ALL
        .onUpdate(incoming, plain().withSpec(spec), at(), allOn().without(off))
        .equals(Admitted.silently(incoming));
  }
}
