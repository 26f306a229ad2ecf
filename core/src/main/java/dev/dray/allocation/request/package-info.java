/**
 * The translation of claims into search problems, and of search results back into placements.
 *
 * <p>In: the claims of a pod, the view a node has of an inventory snapshot, and a ledger. Out: a
 * {@link dev.dray.allocation.request.NodeVerdict} for each node. Claims that no node could satisfy
 * are refused when they are read. The search itself is in {@code allocation.search}; reasons for a
 * failure are found in {@code allocation.explain}. Everything here is cached by identity of what it
 * depends on: generations, usage and classes.
 *
 * <p>Begin with {@link dev.dray.allocation.request.AllocationRequest}, then {@link
 * dev.dray.allocation.request.NodeAttempt}.
 */
@NullMarked
package dev.dray.allocation.request;

import org.jspecify.annotations.NullMarked;
