/**
 * Who holds what: devices, shares of devices, their capacity, request-driven counters and groups.
 *
 * <p>Claims enter by UID, allocated or in flight; what leaves is the use of a pool by name, and
 * joined with what the pool publishes, how much of it is left. A ledger knows nothing but claims,
 * so building it anew gives the same as having lived through every event. What an administrator
 * looks at through a claim with admin access is not held, and not counted.
 */
@NullMarked
package dev.dray.ledger;

import org.jspecify.annotations.NullMarked;
