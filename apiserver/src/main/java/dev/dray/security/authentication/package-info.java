/**
 * Authentication by client certificates, service account tokens and static tokens.
 *
 * <p>Certificate chains and headers enter, an {@link
 * dev.dray.security.authentication.Authentication} leaves; invalid credentials are refused, missing
 * ones are not. Begin with {@link dev.dray.security.authentication.Authenticators}.
 */
@NullMarked
package dev.dray.security.authentication;

import org.jspecify.annotations.NullMarked;
