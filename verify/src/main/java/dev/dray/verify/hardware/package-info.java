/**
 * Slices of hardware that exists, for examples, tests and measurements.
 *
 * <p>In: a table of what a GPU can be divided into, and a node with such GPUs. Out: the slices of
 * its pool, with mixins or without, always the same ones for the same node.
 */
@NullMarked
package dev.dray.verify.hardware;

import org.jspecify.annotations.NullMarked;
