/**
 * Simulated nodes: a kubelet without containers for every node, and a driver without devices.
 *
 * <p>The driver is the judge of the scheduler. It remembers what it has prepared, pool by pool, and
 * refuses what hardware would refuse; it shares no code with the ledger or the allocator, so that a
 * mistake there becomes a pod that fails here.
 */
@NullMarked
package dev.dray.hollow;

import org.jspecify.annotations.NullMarked;
