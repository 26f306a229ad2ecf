/**
 * Rules and columns of config maps, secrets, services, leases, events, namespaces and nodes.
 *
 * <p>Trees of JSON enter; defaulted trees, violations and table cells leave. Begin with {@link
 * dev.dray.kinds.core.NodeRules}, a typical set of rules.
 */
@NullMarked
package dev.dray.kinds.core;

import org.jspecify.annotations.NullMarked;
