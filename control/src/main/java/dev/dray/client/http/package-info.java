/**
 * An API over HTTPS, found by a kubeconfig.
 *
 * <p>A kubeconfig enters, a {@link dev.dray.client.Transport} leaves; users that authenticate by
 * exec, auth provider or password are refused. Requests are sent, responses decoded on threads of
 * their own; results are posted on the caller's event loop. Begin with {@link
 * dev.dray.client.http.HttpTransport}.
 */
@NullMarked
package dev.dray.client.http;

import org.jspecify.annotations.NullMarked;
