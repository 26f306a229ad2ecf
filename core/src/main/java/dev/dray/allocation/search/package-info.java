/** The depth-first search over numbers alone, and everything that prunes it. */
@NullMarked
package dev.dray.allocation.search;

import org.jspecify.annotations.NullMarked;
