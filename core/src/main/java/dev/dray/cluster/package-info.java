/**
 * All objects of a cluster as one value.
 *
 * <p>In: objects that are valid and complete, from files or from an API server. Out: the inventory,
 * ledger and nodes for the engine. Nothing here reads, waits or decides. Begin with {@link
 * dev.dray.cluster.Cluster}.
 */
@NullMarked
package dev.dray.cluster;

import org.jspecify.annotations.NullMarked;
