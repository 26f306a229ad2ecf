/**
 * The contract of a store: keys with values, every write at a revision of its own, history that can
 * be listed and followed until it is compacted.
 *
 * <p>Bytes enter and leave; what they mean is the registry's business. A store acknowledges a write
 * only when it would survive the death of the process and, for those on disk, of the machine. What
 * goes wrong underneath (a full disk, a damaged file, an unreachable member) is a {@link
 * dev.dray.store.StoreException} that says so; a lost race is an {@link dev.dray.store.Outcome}.
 */
@NullMarked
package dev.dray.store;

import org.jspecify.annotations.NullMarked;
