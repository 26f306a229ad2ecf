/**
 * A store in memory: the reference that the other stores are tested against, and one for tests.
 *
 * <p>Transactions enter, entries and changes leave. It is deliberately simple: one lock, sorted
 * maps, every version kept until it is compacted. Nothing survives the process.
 *
 * <p>Begin with {@link dev.dray.store.memory.MemoryStore}.
 */
@NullMarked
package dev.dray.store.memory;

import org.jspecify.annotations.NullMarked;
