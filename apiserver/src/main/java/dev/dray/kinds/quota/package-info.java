/** Resource quotas: rules, scopes, usage, and the check that keeps namespaces within them. */
@NullMarked
package dev.dray.kinds.quota;

import org.jspecify.annotations.NullMarked;
