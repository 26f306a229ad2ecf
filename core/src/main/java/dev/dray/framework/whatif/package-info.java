/**
 * A cluster in which pods are scheduled offline, and changes to try there: drains, copies, other
 * objects.
 *
 * <p>In: a cluster read from files, and the changes to try. Out: the cluster afterwards, and for
 * each pod a node or the reason why it waits. Filters and scores are those of the live scheduler;
 * no clock is read, nothing is written to an API, and the same input gives the same result.
 *
 * <p>Begin with {@link dev.dray.framework.whatif.OfflineScheduler}.
 */
@NullMarked
package dev.dray.framework.whatif;

import org.jspecify.annotations.NullMarked;
