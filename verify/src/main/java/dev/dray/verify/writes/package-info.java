/**
 * Measures what a write costs, without HTTP: many of them through a registry, one after the other
 * or several at a time.
 *
 * <p>In: a store, how many pods and claims, how many writers. Out: for each sort of write the time
 * of the processor and of the clock, and for several writers at a time how many writes there are in
 * a second.
 */
@NullMarked
package dev.dray.verify.writes;

import org.jspecify.annotations.NullMarked;
