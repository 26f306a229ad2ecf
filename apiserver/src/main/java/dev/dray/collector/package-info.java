/**
 * What the server does by itself in the background: deletes objects whose owners are gone, empties
 * namespaces that end, recounts what quotas limit, and lets the store forget its past.
 *
 * <p>Changes of the store enter, and what leaves are deletions and writes like anybody's, each only
 * if the object still is the one that was looked at. Several servers may do the same at once: who
 * comes second finds it done. Nothing is refused; what fails is tried again, less and less often.
 */
@NullMarked
package dev.dray.collector;

import org.jspecify.annotations.NullMarked;
