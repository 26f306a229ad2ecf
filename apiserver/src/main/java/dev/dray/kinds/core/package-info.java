/** Config maps, secrets, services, leases, events, namespaces and nodes. */
@NullMarked
package dev.dray.kinds.core;

import org.jspecify.annotations.NullMarked;
