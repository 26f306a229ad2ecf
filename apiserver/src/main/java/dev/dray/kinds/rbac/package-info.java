/**
 * Rules of roles, bindings and service accounts. Authorization itself is not done here, but in
 * {@code security.authorization}. Begin with {@link dev.dray.kinds.rbac.RoleRules}.
 */
@NullMarked
package dev.dray.kinds.rbac;

import org.jspecify.annotations.NullMarked;
