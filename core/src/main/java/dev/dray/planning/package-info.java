/**
 * Answers to planning questions: which devices can still be had, how many copies of a pod fit, what
 * a patch would change, why a pod waits.
 *
 * <p>In: the objects of a cluster and an allocator. Out: values. Nothing is changed by asking, and
 * numbers are what the engine would allocate, never an estimate.
 *
 * <p>Begin with {@link dev.dray.planning.Availability}, {@link dev.dray.planning.Fit}, {@link
 * dev.dray.planning.PatchTrial} or {@link dev.dray.planning.SchedulingAccounts}.
 */
@NullMarked
package dev.dray.planning;

import org.jspecify.annotations.NullMarked;
