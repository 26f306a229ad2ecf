/**
 * Clusters of real hardware models, for trials, examples, tests and measurements.
 *
 * <p>A kind of hardware, a number of nodes and a seed enter; nodes, slices, classes and pods that
 * request devices leave, always the same for the same seed. Slices are planned in parts that
 * devices share ({@link dev.dray.hardware.PlannedPool}) and then written with mixins or without.
 * Begin with {@link dev.dray.hardware.Fleet}.
 */
@NullMarked
package dev.dray.hardware;

import org.jspecify.annotations.NullMarked;
