package dev.dray.api.admission;

import static dev.dray.api.admission.GatedUses.inEachValue;
import static dev.dray.api.admission.GatedUses.ofMap;
import static dev.dray.api.admission.GatedUses.ofOptional;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;

/**
 * The gated fields of a ResourceSlicePatch: the entries it sets, and in them what is gated in
 * slices.
 */
final class PatchFields {
  private PatchFields() {}

  private static final GatedField<DevicePatch> ATTRIBUTES_AND_CAPACITY =
      new GatedField<>(
          Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES,
          GatedUses.ofMap("attributes", DevicePatch::attributes)
              .and(ofMap("capacity", DevicePatch::capacity)),
          patch -> patch.withAttributes(Map.of()).withCapacity(Map.of()));

  private static final GatedField<DevicePatch> REQUEST_POLICIES =
      new GatedField<>(
          Gate.DRA_CONSUMABLE_CAPACITY,
          inEachValue(
              "capacity",
              DevicePatch::capacity,
              ofOptional("requestPolicy", DeviceCapacity::requestPolicy)),
          patch ->
              patch.withCapacity(
                  FrozenMap.copyOf(patch.capacity(), DeviceCapacity::withoutRequestPolicy)));

  private static final GatedField<DevicePatch> LIST_ATTRIBUTES =
      new GatedField<>(
          Gate.DRA_LIST_TYPE_ATTRIBUTES,
          inEachValue("attributes", DevicePatch::attributes, ListAttributes::find),
          patch ->
              patch.withAttributes(FrozenMap.copyOf(patch.attributes(), ListAttributes::without)));

  static final GatedFields<DevicePatch> ALL =
      new GatedFields<>(List.of(ATTRIBUTES_AND_CAPACITY, REQUEST_POLICIES, LIST_ATTRIBUTES));
}
