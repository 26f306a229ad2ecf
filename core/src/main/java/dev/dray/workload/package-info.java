/**
 * Workloads as the pods that their controllers would create.
 *
 * <p>In: workloads, and the pods and nodes there are. Out: the pods that are missing, under names
 * that come out the same every time.
 */
@NullMarked
package dev.dray.workload;

import org.jspecify.annotations.NullMarked;
