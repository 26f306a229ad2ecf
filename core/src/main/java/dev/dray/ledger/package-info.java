/**
 * The ledger: which claims hold which devices, shares of devices, capacity, request-driven counters
 * and compatibility groups.
 *
 * <p>In: claims by UID, allocated or assumed. Out: the usage of a pool by device name and, joined
 * with what the pool publishes, how much of it is left ({@link dev.dray.ledger.PoolLoad}). A ledger
 * knows nothing but claims, so building it anew gives the same as having lived through every event.
 * Admin access holds nothing and is not counted. The guard of the API server is here, too: {@link
 * dev.dray.ledger.Overlaps} refuses an allocation that takes what another claim holds, {@link
 * dev.dray.ledger.Records} one that records less than it takes.
 *
 * <p>Begin with {@link dev.dray.ledger.Ledger}.
 */
@NullMarked
package dev.dray.ledger;

import org.jspecify.annotations.NullMarked;
