/**
 * A control plane in simulated time: the real API server's registry, schedulers, controllers and
 * nodes, on one thread, with everything going wrong that can.
 *
 * <p>A seed enters, and what leaves is the history that follows from it, the same every time, with
 * all that was found wrong in it. Whatever decides, decides by the seed: no clock, no thread, no
 * order of a hash table.
 */
@NullMarked
package dev.dray.verify.simulation;

import org.jspecify.annotations.NullMarked;
