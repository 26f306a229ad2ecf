/**
 * Explanations of why claims do not fit on a node.
 *
 * <p>In: an allocation request with its verdict on a node. Out: an {@link
 * dev.dray.allocation.explain.Explanation} with the funnel of each request, the nearest miss and
 * hints; for many nodes a {@link dev.dray.allocation.explain.NodesExplanation} that groups them by
 * reason. It costs a few searches at most, bounded in steps; if these do not suffice the cause is
 * undecided. {@code Redaction} leaves out what readers of a namespace may not see.
 *
 * <p>Begin with {@link dev.dray.allocation.explain.Explainer}.
 */
@NullMarked
package dev.dray.allocation.explain;

import org.jspecify.annotations.NullMarked;
