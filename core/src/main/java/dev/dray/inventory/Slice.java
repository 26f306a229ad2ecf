package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.device.CounterSet;
import java.util.List;

/**
 * The part of a published slice that is kept beside its devices.
 *
 * @param number of the generation
 * @param count the number of slices that the generation should have
 * @param state whether nodes look at it
 * @param size the number of its devices
 */
record Slice(
    PoolId pool,
    long number,
    long count,
    SliceTraits traits,
    State state,
    Mixins mixins,
    ExactlyWritten<List<CounterSet>> counterSets,
    int size) {

  enum State {
    NORMAL,
    /**
     * Ignored because it uses a feature that is switched off; it counts only for the number of
     * slices.
     */
    IGNORED
  }

  String name() {
    return traits.slice();
  }
}
