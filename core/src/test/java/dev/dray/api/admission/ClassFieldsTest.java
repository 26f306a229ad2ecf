package dev.dray.api.admission;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.DeviceClassSpec;
import java.util.List;
import java.util.Optional;

class ClassFieldsTest extends GateContract<DeviceClassSpec> {

  @Override
  FieldPath at() {
    return FieldPath.of("spec");
  }

  @Override
  GatedFields<DeviceClassSpec> rows() {
    return AdmissionStrategy.ClassStrategy.FIELDS;
  }

  @Override
  DeviceClassSpec plain() {
    return new DeviceClassSpec(List.of(), List.of(), Optional.empty());
  }

  @Override
  List<GateCase<DeviceClassSpec>> cases() {
    return List.of(
        GateCase.of(
            Gate.DRA_EXTENDED_RESOURCE,
            new DeviceClassSpec(List.of(), List.of(), Optional.of("example.com/gpu")),
            plain(),
            "spec.extendedResourceName"));
  }
}
