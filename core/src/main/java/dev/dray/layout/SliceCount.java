package dev.dray.layout;

import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import java.util.List;
import java.util.Optional;

/**
 * How many slices a generation says it has, when it has more or fewer than before.
 *
 * <p>A node uses a pool if it sees as many slices as they say there are. If all say the same, and
 * not less than there are, what is added to one number is added to the other. If not, some nodes
 * may find their own slices enough, and no number is right for all.
 */
record SliceCount(long said, int published) {

  /** Empty if the slices do not agree, or there are too many of them. */
  static Optional<SliceCount> of(List<ResourceSlice> generation) {
    long said = generation.getFirst().spec().pool().resourceSliceCount();
    boolean agreed =
        generation.stream().allMatch(it -> it.spec().pool().resourceSliceCount() == said);
    return agreed && said >= generation.size()
        ? Optional.of(new SliceCount(said, generation.size()))
        : Optional.empty();
  }

  /** The slices, which are all of the generation now, with the right number in them. */
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
