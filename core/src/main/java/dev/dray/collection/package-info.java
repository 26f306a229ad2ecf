/**
 * A persistent map: an immutable one of which a changed copy shares nearly everything with the
 * original.
 *
 * <p>Begin with {@link dev.dray.collection.HashTrie}.
 */
@NullMarked
package dev.dray.collection;

import org.jspecify.annotations.NullMarked;
