package dev.dray.testing;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.PoolGeneration;

/** What drivers published, as the engine sees it. */
public final class Published {
  private Published() {}

  /** The newest generation of a pool of these slices, written one after the other. */
  public static PoolGeneration generation(Gates gates, PoolId pool, String... slices) {
    var inventory = new Inventory(gates);
    for (var slice : slices) {
      inventory.put(Manifest.one(ResourceSlice.class, slice));
    }
    return inventory.snapshot().pool(pool).orElseThrow().newest();
  }

  /**
   * A slice {@code NAME} of driver {@code d}, pool {@code p}, generation 1, with these lines in its
   * spec; there are {@code of} slices in the pool.
   */
  public static String slice(String name, int of, String spec) {
    return """
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: %s}
    spec:
      driver: d
      pool: {name: p, generation: 1, resourceSliceCount: %d}
    """
            .formatted(name, of)
        + spec.indent(2);
  }
}
