/**
 * Answers to questions about what could be done: what can still be had, how many copies of a pod
 * fit, whom a patch affects.
 *
 * <p>Objects and an allocator enter, values leave; nothing is changed by asking. What is counted is
 * what the engine would allocate, never an estimate.
 */
@NullMarked
package dev.dray.planning;

import org.jspecify.annotations.NullMarked;
