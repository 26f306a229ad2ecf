/**
 * Who asks, and what they may do: certificates, tokens, roles, and the record of it all.
 *
 * <p>What enters is a connection's certificate, a request's headers and the roles in the store;
 * what leaves is a {@link dev.dray.security.User} and a {@link
 * dev.dray.security.authorization.Decision}. No secret leaves: neither in a message nor in a log.
 */
@NullMarked
package dev.dray.security;

import org.jspecify.annotations.NullMarked;
