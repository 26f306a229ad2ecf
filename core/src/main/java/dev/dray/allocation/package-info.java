/**
 * The allocation engine: from claims, an inventory snapshot and a ledger to a placement, or to the
 * reason why there is none.
 *
 * <p>In: claims, {@code Snapshot}, {@code Ledger} and a node or all nodes. Out: an {@code
 * AllocationOutcome} for each node, with device names. Claims or slices that are wrong end the
 * attempt with an error, as upstream does. Nothing here reads files, starts threads or looks at a
 * clock, and nothing is written to claims: that is done in {@code dev.dray.claim}.
 *
 * <p>The search itself works on a {@code SearchProblem}, which knows numbers and no names; {@code
 * request} translates into it and back, {@code explain} says why nothing fits, {@code fill} counts
 * how often something fits. Begin with {@link dev.dray.allocation.Allocator}.
 */
@NullMarked
package dev.dray.allocation;

import org.jspecify.annotations.NullMarked;
