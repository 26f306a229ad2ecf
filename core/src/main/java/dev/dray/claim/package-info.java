/**
 * The allocation in the status of claims.
 *
 * <p>In: a placement. Out: the allocation of each claim, written as upstream writes it. Refused is
 * only what upstream's allocator refuses at this point: a node selector that cannot be combined
 * with others. Nothing here stores claims or reserves them for pods.
 *
 * <p>Begin with {@link dev.dray.claim.AllocationWriter}.
 */
@NullMarked
package dev.dray.claim;

import org.jspecify.annotations.NullMarked;
