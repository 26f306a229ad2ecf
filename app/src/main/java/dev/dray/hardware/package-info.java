/**
 * Clusters of hardware that exists, for trying things out, examples, tests and measurements.
 *
 * <p>In: a kind of hardware, how many nodes, a seed. Out: nodes, slices, classes and pods that want
 * devices, always the same ones for the same seed. Slices are planned in parts that devices share
 * ({@link dev.dray.hardware.PlannedPool}) and then written with mixins or without.
 */
@NullMarked
package dev.dray.hardware;

import org.jspecify.annotations.NullMarked;
