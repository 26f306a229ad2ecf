/**
 * The result of an allocation: the devices of each request, and the score of the alternatives
 * taken.
 *
 * <p>Values only: {@code allocation.request} makes them and {@code dev.dray.claim} writes them to
 * the status of claims. Begin with {@link dev.dray.allocation.placement.AllocationOutcome}.
 */
@NullMarked
package dev.dray.allocation.placement;

import org.jspecify.annotations.NullMarked;
