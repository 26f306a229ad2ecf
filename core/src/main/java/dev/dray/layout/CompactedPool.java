package dev.dray.layout;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceSlice;
import java.util.List;

/**
 * One generation of a pool, before and after compaction.
 *
 * @param after the same slices if no smaller layout was found
 */
public record CompactedPool(
    PoolId id,
    long generation,
    List<ResourceSlice> before,
    List<ResourceSlice> after,
    List<LayoutNote> remarks) {
  public CompactedPool {
    before = List.copyOf(before);
    after = List.copyOf(after);
    remarks = List.copyOf(remarks);
  }
}
