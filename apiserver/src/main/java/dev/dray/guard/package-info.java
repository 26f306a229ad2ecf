/**
 * The allocation guard: refuses an allocation that takes what another claim holds.
 *
 * <p>Every change of the store enters, and every write of a claim's allocation before it is stored.
 * What leaves is a refusal that names the holder of the device, counter or capacity, or the
 * conditions under which the write may be stored: that no other claim was allocated anything of the
 * same pools meanwhile, by any server. No devices are chosen here.
 *
 * <p>Begin with {@link dev.dray.guard.AllocationGuard}.
 */
@NullMarked
package dev.dray.guard;

import org.jspecify.annotations.NullMarked;
