/** Roles, bindings and service accounts. */
@NullMarked
package dev.dray.kinds.rbac;

import org.jspecify.annotations.NullMarked;
