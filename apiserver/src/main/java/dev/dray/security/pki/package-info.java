/** Keys, certificates, TLS, and the kubeconfigs that clients are given. */
@NullMarked
package dev.dray.security.pki;

import org.jspecify.annotations.NullMarked;
