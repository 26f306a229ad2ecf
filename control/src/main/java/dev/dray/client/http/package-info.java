/**
 * An API over HTTPS, found by a kubeconfig.
 *
 * <p>Requests are made and answers decoded on threads of their own; what comes of them is posted on
 * the loop of whoever asked.
 */
@NullMarked
package dev.dray.client.http;

import org.jspecify.annotations.NullMarked;
