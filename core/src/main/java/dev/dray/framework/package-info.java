/**
 * Filters and scores nodes for pods, as kube-scheduler's default profile does, and the cache of a
 * live scheduler.
 *
 * <p>In: nodes, pods, claims and published devices, told of one by one or read from files. Out: for
 * a pod a node with devices for its claims, or the reason why it has to wait. Nothing is written to
 * an API here; preemption, topology spread, volumes, host ports and image locality are not
 * considered.
 *
 * <p>Begin with {@link dev.dray.framework.SchedulerCache} for a live cluster, and with {@link
 * dev.dray.framework.NodeToStatus} for how filter results are kept.
 */
@NullMarked
package dev.dray.framework;

import org.jspecify.annotations.NullMarked;
