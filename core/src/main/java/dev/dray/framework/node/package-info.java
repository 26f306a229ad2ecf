/**
 * Nodes as the filters see them: labels, taints, allocatable and requested resources.
 *
 * <p>In: nodes, the requests of the pods on them, and the pools that each of them sees. Out: which
 * nodes satisfy a pod's own requirements, what is left of their resources, and which of them
 * changed since a reader last looked. Nothing here depends on other pods' affinity, and no devices
 * are searched for.
 *
 * <p>Begin with {@link dev.dray.framework.node.NodeInfoCache}.
 */
@NullMarked
package dev.dray.framework.node;

import org.jspecify.annotations.NullMarked;
