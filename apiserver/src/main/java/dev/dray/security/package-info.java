/**
 * Authentication, authorization and auditing: certificates, tokens, roles, and the audit log.
 *
 * <p>A connection's certificate, a request's headers and the stored roles enter; a {@link
 * dev.dray.security.User} and a {@link dev.dray.security.authorization.Decision} leave. No secret
 * leaves, neither in a message nor in a log. Begin with {@link
 * dev.dray.security.authentication.Authenticators} and {@link
 * dev.dray.security.authorization.RoleAuthorizer}.
 */
@NullMarked
package dev.dray.security;

import org.jspecify.annotations.NullMarked;
