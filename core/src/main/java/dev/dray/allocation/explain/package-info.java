/** Why claims do not fit on a node: the funnel of each request, the nearest miss, and a hint. */
@NullMarked
package dev.dray.allocation.explain;

import org.jspecify.annotations.NullMarked;
