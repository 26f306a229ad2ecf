package dev.dray.layout;

import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import java.util.List;
import java.util.Optional;

/**
 * The number of slices that a generation declares, adjusted when slices are added or removed.
 *
 * <p>A node uses a pool if it sees as many slices as they declare. If all slices declare the same
 * number, and no more are published, both numbers change together. If not, some nodes may find
 * their own slices enough, and no number is right for all.
 *
 * @param said the number that every slice declares
 * @param published the number of slices there were
 */
record SliceCount(long said, int published) {

  /** Returns the count, or empty if the slices do not agree or there are too many of them. */
  static Optional<SliceCount> of(List<ResourceSlice> generation) {
    long said = generation.getFirst().spec().pool().resourceSliceCount();
    boolean agreed =
        generation.stream().allMatch(it -> it.spec().pool().resourceSliceCount() == said);
    return agreed && said >= generation.size()
        ? Optional.of(new SliceCount(said, generation.size()))
        : Optional.empty();
  }

  /** Returns the slices, which are now all of the generation, with the right number in them. */
  List<ResourceSlice> in(List<ResourceSlice> slices) {
    long now = said + slices.size() - published;
    return slices.stream().map(it -> saying(it, now)).toList();
  }

  private static ResourceSlice saying(ResourceSlice slice, long count) {
    var pool = slice.spec().pool();
    return slice.withSpec(
        slice.spec().withPool(new ResourcePool(pool.name(), pool.generation(), count)));
  }
}
