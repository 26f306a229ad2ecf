/**
 * Leader election by a Lease: of several equal components the holder does the work.
 *
 * <p>An API and {@link dev.dray.election.Settings} enter, calls to a {@link
 * dev.dray.election.Candidate} leave. The rules are client-go's, so that its components can take
 * part in the same election. Begin with {@link dev.dray.election.LeaderElection}.
 */
@NullMarked
package dev.dray.election;

import org.jspecify.annotations.NullMarked;
