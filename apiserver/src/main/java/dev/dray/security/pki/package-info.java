/**
 * Keys, certificates, TLS, and the kubeconfigs of clients.
 *
 * <p>A folder and the hosts of the server enter, a {@link dev.dray.security.pki.ServerIdentity}
 * leaves. Damaged or mismatched files are refused with an {@link
 * dev.dray.security.pki.IdentityException}; client certificates are not verified here. Begin with
 * {@link dev.dray.security.pki.ServerIdentity}.
 */
@NullMarked
package dev.dray.security.pki;

import org.jspecify.annotations.NullMarked;
