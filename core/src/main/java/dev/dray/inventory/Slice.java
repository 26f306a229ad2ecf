package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.device.CounterSet;
import java.util.List;

/**
 * What is kept of a published slice beside its devices.
 *
 * @param number of the generation
 * @param count how many slices the generation should have
 * @param standing whether nodes look at it
 * @param size how many devices it has
 */
record Slice(
    PoolId pool,
    long number,
    long count,
    SliceTraits traits,
    Standing standing,
    Mixins mixins,
    ExactlyWritten<List<CounterSet>> counterSets,
    int size) {

  enum Standing {
    NORMAL,
    /** It uses what is switched off, and counts for nothing but the number of slices. */
    IGNORED
  }

  String name() {
    return traits.slice();
  }
}
