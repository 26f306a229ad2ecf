/**
 * Simulated nodes: a kubelet without containers for every node, and a driver without devices.
 *
 * <p>Nodes, pods, claims and slices enter from informers; statuses and events leave. The driver is
 * the judge of the scheduler: it remembers what it has prepared, pool by pool, and refuses what
 * hardware would refuse. It shares no code with the ledger or the allocator, so that a mistake
 * there becomes a pod that fails here. Begin with {@link dev.dray.hollow.HollowNodes}.
 */
@NullMarked
package dev.dray.hollow;

import org.jspecify.annotations.NullMarked;
