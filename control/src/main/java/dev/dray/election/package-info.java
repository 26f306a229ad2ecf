/**
 * Which of several equal components does the work: the one that holds a Lease.
 *
 * <p>The rules are client-go's, so that components of both kinds could stand for the same election.
 */
@NullMarked
package dev.dray.election;

import org.jspecify.annotations.NullMarked;
