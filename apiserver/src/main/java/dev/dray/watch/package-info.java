/**
 * The watch cache: the store's objects in memory as of a revision, and their changes as they come.
 *
 * <p>Changes of the store enter, in order; single objects, lists and {@link dev.dray.watch.Feed}s
 * of changes leave. Reads cost no disk, and a thousand watchers of one kind share each event and
 * its bytes. Changes older than the window in memory are read from the store; a watcher that asks
 * for changes the store has compacted gets a {@link dev.dray.store.CompactedException}. Nothing is
 * written here.
 *
 * <p>Begin with {@link dev.dray.watch.Cache}.
 */
@NullMarked
package dev.dray.watch;

import org.jspecify.annotations.NullMarked;
