package dev.dray.api.admission;

import static dev.dray.api.admission.GatedUses.ofOptional;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourcePoolStatusRequestSpec;
import java.util.List;

/** The gated field of a ResourcePoolStatusRequest. */
final class PoolStatusRequestFields {
  private PoolStatusRequestFields() {}

  static final GatedFields<ResourcePoolStatusRequestSpec> ALL =
      new GatedFields<>(
          List.of(
              new GatedField<>(
                  Gate.DRA_PARTITIONABLE_DEVICES_TYPE,
                  ofOptional(
                      "defaultPartitionTypeAttribute",
                      ResourcePoolStatusRequestSpec::defaultPartitionTypeAttribute),
                  ResourcePoolStatusRequestSpec::withoutDefaultPartitionTypeAttribute)));
}
