package dev.dray.api.admission;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourcePoolStatusRequestSpec;
import java.util.List;
import java.util.Optional;

class PoolStatusRequestFieldsTest extends GateContract<ResourcePoolStatusRequestSpec> {

  @Override
  FieldPath at() {
    return FieldPath.of("spec");
  }

  @Override
  GatedFields<ResourcePoolStatusRequestSpec> rows() {
    return AdmissionStrategy.PoolStatusRequestStrategy.FIELDS;
  }

  @Override
  ResourcePoolStatusRequestSpec plain() {
    return spec(Optional.empty());
  }

  @Override
  List<GateCase<ResourcePoolStatusRequestSpec>> cases() {
    return List.of(
        GateCase.of(
            Gate.DRA_PARTITIONABLE_DEVICES_TYPE,
            spec(Optional.of("gpu.example.com/profile")),
            plain(),
            "spec.defaultPartitionTypeAttribute"));
  }

  private static ResourcePoolStatusRequestSpec spec(Optional<String> partitionType) {
    return new ResourcePoolStatusRequestSpec(
        "gpu.example.com", Optional.empty(), Optional.empty(), partitionType);
  }
}
