/**
 * Authorization: roles and bindings, the node authorizer, node restriction, and escalation checks.
 *
 * <p>A {@link dev.dray.security.User} and an {@link dev.dray.security.authorization.Action} enter,
 * a {@link dev.dray.security.authorization.Decision} leaves. Nobody is authenticated here. Begin
 * with {@link dev.dray.security.authorization.RoleAuthorizer}.
 */
@NullMarked
package dev.dray.security.authorization;

import org.jspecify.annotations.NullMarked;
