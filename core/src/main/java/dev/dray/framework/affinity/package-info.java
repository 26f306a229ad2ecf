/**
 * Affinity and anti-affinity between pods, counted by topology pair as kube-scheduler's plugin
 * InterPodAffinity does.
 *
 * <p>In: pods on nodes, labels of nodes and namespaces. Out: for pods with equal affinity, which
 * nodes are open to them and how strongly pods there attract them. Topology spread constraints are
 * not considered.
 *
 * <p>Begin with {@link dev.dray.framework.affinity.AffinityCounts}.
 */
@NullMarked
package dev.dray.framework.affinity;

import org.jspecify.annotations.NullMarked;
