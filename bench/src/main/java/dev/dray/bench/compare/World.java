package dev.dray.bench.compare;

import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.LabeledNode;
import java.util.List;

/**
 * A cluster, and claims to be allocated in it.
 *
 * @param expectedFits on how many nodes there is a solution by construction, or -1
 * @param holders claims that have what is taken
 */
record World(
    String name,
    int expectedFits,
    List<LabeledNode> nodes,
    List<DeviceClass> classes,
    List<ResourceSlice> slices,
    List<ResourceSlicePatch> patches,
    List<ResourceClaim> claims,
    List<ResourceClaim> holders) {
  World {
    nodes = List.copyOf(nodes);
    classes = List.copyOf(classes);
    slices = List.copyOf(slices);
    patches = List.copyOf(patches);
    claims = List.copyOf(claims);
    holders = List.copyOf(holders);
  }

  int devices() {
    return slices.stream().mapToInt(slice -> slice.spec().devices().size()).sum();
  }
}
