/**
 * Where claims can go: from claims, an inventory and a ledger to a placement, or to why there is
 * none.
 *
 * <p>Enter through {@link dev.dray.allocation.Allocator}. The search itself works on a {@code
 * Problem}, which knows numbers and no names; everything before it translates, everything after it
 * translates back.
 */
@NullMarked
package dev.dray.allocation;

import org.jspecify.annotations.NullMarked;
