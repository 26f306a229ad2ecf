/**
 * Resource quotas: their rules, scopes and usage, and the check that keeps namespaces within them.
 * Writes enter; refusals and updated quotas leave. Begin with {@link
 * dev.dray.kinds.quota.QuotaCheck}.
 */
@NullMarked
package dev.dray.kinds.quota;

import org.jspecify.annotations.NullMarked;
