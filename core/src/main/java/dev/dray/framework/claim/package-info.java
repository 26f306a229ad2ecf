/**
 * The claims of pods: found, generated, assumed, reserved and released.
 *
 * <p>In: pods with the claims and templates they name. Out: the claims a pod needs, which devices
 * all known claims hold, and from which nodes an allocated claim can be used. Devices are not
 * chosen here, and nothing is written to an API.
 *
 * <p>Begin with {@link dev.dray.framework.claim.PodClaims}; a live scheduler keeps its claims in
 * {@link dev.dray.framework.claim.AssumedClaims}.
 */
@NullMarked
package dev.dray.framework.claim;

import org.jspecify.annotations.NullMarked;
