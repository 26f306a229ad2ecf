/**
 * All objects of a cluster as one value.
 *
 * <p>In: objects that are valid and complete, from files or from an API server. Out: what the
 * engine is fed with. Nothing here reads, waits or decides.
 */
@NullMarked
package dev.dray.cluster;

import org.jspecify.annotations.NullMarked;
