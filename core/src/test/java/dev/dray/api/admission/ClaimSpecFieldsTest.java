package dev.dray.api.admission;

import static dev.dray.api.admission.Written.ONE;
import static dev.dray.api.admission.Written.alternative;
import static dev.dray.api.admission.Written.constrained;
import static dev.dray.api.admission.Written.exact;
import static dev.dray.api.admission.Written.exactly;
import static dev.dray.api.admission.Written.firstAvailable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceToleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimSpecFieldsTest extends GateContract<ResourceClaimSpec> {
  private static final String EXACTLY = "spec.devices.requests[0].exactly.";
  private static final String ALTERNATIVE = "spec.devices.requests[0].firstAvailable[0].";
  private static final List<DeviceToleration> TOLERATIONS =
      List.of(new DeviceToleration("broken", "Exists", "", "", Optional.empty()));
  private static final List<DeviceDerivedAttribute> DERIVED =
      List.of(new DeviceDerivedAttribute("example.com/numa", "1"));
  private static final Optional<CapacityRequirements> CAPACITY =
      Optional.of(new CapacityRequirements(Map.of("memory", ONE)));

  @Override
  FieldPath at() {
    return FieldPath.of("spec");
  }

  @Override
  GatedFields<ResourceClaimSpec> rows() {
    return ClaimSpecFields.ALL;
  }

  @Override
  ResourceClaimSpec plain() {
    return exactly(exact());
  }

  @Override
  List<GateCase<ResourceClaimSpec>> cases() {
    var alternatives = firstAvailable(alternative());
    return List.of(
        GateCase.of(
            Gate.DRA_PRIORITIZED_LIST,
            alternatives,
            firstAvailable(),
            "spec.devices.requests[0].firstAvailable"),
        GateCase.of(
            Gate.DRA_DEVICE_TAINTS,
            exactly(exact().withTolerations(TOLERATIONS)),
            plain(),
            EXACTLY + "tolerations"),
        GateCase.of(
            Gate.DRA_DEVICE_TAINTS,
            firstAvailable(alternative().withTolerations(TOLERATIONS)),
            alternatives,
            ALTERNATIVE + "tolerations"),
        GateCase.of(
            Gate.DRA_ADMIN_ACCESS,
            exactly(exact(Optional.of(false), Optional.empty())),
            plain(),
            EXACTLY + "adminAccess"),
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            exactly(exact(Optional.empty(), CAPACITY)),
            plain(),
            EXACTLY + "capacity"),
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            firstAvailable(alternative(CAPACITY)),
            alternatives,
            ALTERNATIVE + "capacity"),
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            constrained(distinct(Optional.of("example.com/numa"))),
            constrained(distinct(Optional.empty())),
            "spec.devices.constraints[0].distinctAttribute"),
        GateCase.of(
            Gate.DRA_DERIVED_ATTRIBUTES,
            exactly(exact().withDerivedAttributes(DERIVED)),
            plain(),
            EXACTLY + "derivedAttributes"),
        GateCase.of(
            Gate.DRA_DERIVED_ATTRIBUTES,
            firstAvailable(alternative().withDerivedAttributes(DERIVED)),
            alternatives,
            ALTERNATIVE + "derivedAttributes"));
  }

  @Test
  void alternatives_go_before_what_is_in_them() {
    var spec = firstAvailable(alternative(CAPACITY).withTolerations(TOLERATIONS));

    assertThat(ClaimSpecFields.ALL.onCreate(spec, at(), allOff()).warnings())
        .containsExactly(
            "spec.devices.requests[0].firstAvailable: dropped because the feature gate"
                + " DRAPrioritizedList is disabled");
  }

  private static DeviceConstraint distinct(Optional<String> attribute) {
    return new DeviceConstraint(List.of(), Optional.empty(), attribute);
  }
}
