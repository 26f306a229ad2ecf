package dev.dray.verify.reference;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.List;

/**
 * All that one attempt to allocate depends on.
 *
 * <p>{@code slices} have the order in which upstream would list them, which counts only where the
 * slices of a pool disagree on how many there are.
 *
 * @param allocatedClaims every claim of the cluster that has an allocation
 * @param claimsToAllocate the claims of one pod, in its order
 */
public record World(
    Gates gates,
    NodeFacts node,
    List<DeviceClass> classes,
    List<ResourceSlice> slices,
    List<ResourceSlicePatch> patches,
    List<DeviceTaintRule> taintRules,
    List<ResourceClaim> allocatedClaims,
    List<ResourceClaim> claimsToAllocate) {
  public World {
    classes = List.copyOf(classes);
    slices = List.copyOf(slices);
    patches = List.copyOf(patches);
    taintRules = List.copyOf(taintRules);
    allocatedClaims = List.copyOf(allocatedClaims);
    claimsToAllocate = List.copyOf(claimsToAllocate);
  }

  public World withSlices(List<ResourceSlice> slices) {
    return new World(
        gates, node, classes, slices, patches, taintRules, allocatedClaims, claimsToAllocate);
  }

  public World withClaims(
      List<ResourceClaim> allocatedClaims, List<ResourceClaim> claimsToAllocate) {
    return new World(
        gates, node, classes, slices, patches, taintRules, allocatedClaims, claimsToAllocate);
  }

  public World withGates(Gates gates) {
    return new World(
        gates, node, classes, slices, patches, taintRules, allocatedClaims, claimsToAllocate);
  }
}
