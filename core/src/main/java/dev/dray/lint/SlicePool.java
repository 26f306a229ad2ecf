package dev.dray.lint;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The slices of a pool as they were given.
 *
 * @param newest the slices of the newest generation
 * @param older all others
 */
record SlicePool(PoolId id, List<ResourceSlice> newest, List<ResourceSlice> older) {
  SlicePool {
    newest = List.copyOf(newest);
    older = List.copyOf(older);
  }

  /** Returns the pools of these slices, by id. */
  static List<SlicePool> of(List<ResourceSlice> slices) {
    var byPool = new TreeMap<PoolId, List<ResourceSlice>>();
    for (var slice : slices) {
      var id = new PoolId(slice.spec().driver(), slice.spec().pool().name());
      byPool.computeIfAbsent(id, _ -> new ArrayList<>()).add(slice);
    }
    return byPool.entrySet().stream().map(it -> of(it.getKey(), it.getValue())).toList();
  }

  private static SlicePool of(PoolId id, List<ResourceSlice> slices) {
    long newest = slices.stream().mapToLong(SlicePool::generation).max().orElseThrow();
    return new SlicePool(
        id,
        slices.stream().filter(slice -> generation(slice) == newest).toList(),
        slices.stream().filter(slice -> generation(slice) < newest).toList());
  }

  static long generation(ResourceSlice slice) {
    return slice.spec().pool().generation();
  }

  static long wanted(ResourceSlice slice) {
    return slice.spec().pool().resourceSliceCount();
  }

  long generation() {
    return generation(newest.getFirst());
  }

  boolean countsAgree() {
    return newest.stream().mapToLong(SlicePool::wanted).distinct().count() == 1;
  }

  /**
   * Returns whether every node has all the slices it should have: all of the pool, or at least
   * those of the node by themselves, as the scheduler counts them.
   */
  boolean complete() {
    return newest.stream().allMatch(slice -> wanted(slice) == newest.size()) || completeByNode();
  }

  private boolean completeByNode() {
    Map<String, Integer> ofNodes = new HashMap<>();
    for (var slice : newest) {
      if (slice.spec().nodeName().isEmpty()) {
        return false;
      }
      ofNodes.merge(slice.spec().nodeName().get(), 1, Integer::sum);
    }
    return newest.stream()
        .allMatch(
            slice -> ofNodes.getOrDefault(slice.spec().nodeName().orElse(""), 0) == wanted(slice));
  }
}
