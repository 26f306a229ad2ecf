/** Who may do what: roles, the node authorizer, node restriction, escalation checks. */
@NullMarked
package dev.dray.security.authorization;

import org.jspecify.annotations.NullMarked;
