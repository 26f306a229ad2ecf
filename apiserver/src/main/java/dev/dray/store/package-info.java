/**
 * The contract of a store: keys with values, every write at a revision of its own, history that can
 * be listed and watched until it is compacted.
 *
 * <p>Bytes enter and leave; their meaning is the registry's business. A store acknowledges a write
 * only when it is as durable as the store is: one in memory keeps it until the process ends, one on
 * disk also after the death of the process or the machine. Failures underneath (a full disk, a
 * damaged file, an unreachable member) are reported as {@link dev.dray.store.StoreException}; a
 * lost race is an {@link dev.dray.store.Outcome}. All stores pass the same contract tests.
 *
 * <p>Begin with {@link dev.dray.store.Store}.
 */
@NullMarked
package dev.dray.store;

import org.jspecify.annotations.NullMarked;
