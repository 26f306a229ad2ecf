/**
 * The part of the hub that claims hold: requests, constraints, configuration, and the result of an
 * allocation.
 *
 * <p>Decoded claims enter and leave as they were written, mistakes included; nothing is checked
 * here. Begin with {@link dev.dray.api.resource.claim.DeviceClaim} and {@link
 * dev.dray.api.resource.claim.AllocationResult}.
 */
@NullMarked
package dev.dray.api.resource.claim;

import org.jspecify.annotations.NullMarked;
