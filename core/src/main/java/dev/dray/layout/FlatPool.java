package dev.dray.layout;

import dev.dray.api.meta.PoolId;
import java.util.List;

/**
 * One generation of a pool, flattened.
 *
 * @param state whether there is a newer generation
 * @param slices the slices by name, which is the order of allocation
 */
public record FlatPool(PoolId id, long generation, State state, List<FlatSlice> slices) {
  public FlatPool {
    slices = List.copyOf(slices);
  }

  /** The age of a generation: whether the driver has published a newer one. */
  public enum State {
    NEWEST,
    OUTDATED
  }

  public List<FlatDevice> devices() {
    return slices.stream().flatMap(slice -> slice.devices().stream()).toList();
  }
}
