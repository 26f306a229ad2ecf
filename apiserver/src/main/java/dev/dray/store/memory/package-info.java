/**
 * A store in memory: the reference that the other stores are held against, and one for tests.
 *
 * <p>Transactions enter, entries and changes leave. It is as plain as can be: one lock, sorted
 * maps, every version kept until it is compacted. Nothing survives the process.
 */
@NullMarked
package dev.dray.store.memory;

import org.jspecify.annotations.NullMarked;
