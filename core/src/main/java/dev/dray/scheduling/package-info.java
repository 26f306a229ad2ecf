/**
 * Places pods on nodes as kube-scheduler's default profile would: filter, score, choose, commit. A
 * cluster is given whole, see {@code Placing}, or told of change by change, see {@code Board}.
 *
 * <p>It has no threads, no clock and no chance of its own: the same cluster gives the same answer.
 */
@NullMarked
package dev.dray.scheduling;

import org.jspecify.annotations.NullMarked;
