/**
 * Workloads as the pods that their controllers would create.
 *
 * <p>In: workloads, and the pods and nodes that exist. Out: the pods that are missing, under names
 * that are the same every time. Nothing is scheduled here, and no more than {@link
 * dev.dray.workload.Expansion#MOST_PODS} pods are made.
 *
 * <p>Begin with {@link dev.dray.workload.Expansion}.
 */
@NullMarked
package dev.dray.workload;

import org.jspecify.annotations.NullMarked;
