/**
 * The store in memory: what there is, as of a revision, and what changed, as it changes.
 *
 * <p>Changes of the store enter, in order; lists, single objects and {@link dev.dray.watch.Feed}s
 * of changes leave. Reads cost no disk, and a thousand watchers of one kind share each change and
 * its bytes. Whoever asks for changes older than those in memory gets them from the store; older
 * than the store has, they are told so.
 */
@NullMarked
package dev.dray.watch;

import org.jspecify.annotations.NullMarked;
