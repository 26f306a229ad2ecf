package dev.dray.api.admission;

import static dev.dray.api.admission.Written.ONE;
import static dev.dray.api.admission.Written.POLICY;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class PatchFieldsTest extends GateContract<DevicePatch> {

  @Override
  FieldPath at() {
    return FieldPath.of("spec", "devices");
  }

  @Override
  GatedFields<DevicePatch> rows() {
    return PatchFields.ALL;
  }

  @Override
  DevicePatch plain() {
    return new DevicePatch(Optional.empty(), Optional.of(7), Map.of(), Map.of());
  }

  @Override
  List<GateCase<DevicePatch>> cases() {
    var links = Map.<String, DeviceAttribute>of("a/b", new DeviceAttribute.IntValues(List.of(1L)));
    var memory = Map.of("a/b", new DeviceCapacity(ONE, Optional.empty()));
    return List.of(
        GateCase.of(
            Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES,
            plain().withAttributes(Map.of("a/b", new DeviceAttribute.NullValue())),
            plain(),
            "spec.devices.attributes"),
        GateCase.of(
            Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES,
            plain().withCapacity(memory),
            plain(),
            "spec.devices.capacity"),
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            plain().withCapacity(Map.of("a/b", new DeviceCapacity(ONE, Optional.of(POLICY)))),
            plain().withCapacity(memory),
            "spec.devices.capacity[a/b].requestPolicy"),
        GateCase.of(
            Gate.DRA_LIST_TYPE_ATTRIBUTES,
            plain().withAttributes(links),
            plain().withAttributes(Map.of("a/b", new DeviceAttribute.Malformed(List.of()))),
            "spec.devices.attributes[a/b].ints"));
  }
}
