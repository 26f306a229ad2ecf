/**
 * The calls of components to a Kubernetes API, and the way replies come back.
 *
 * <p>A component is written for one {@link dev.dray.client.EventLoop}: everything it does, and
 * every reply it gets, happens there, one thing at a time. It does not know whether the event loop
 * is a thread and the API a remote server, or both are simulated. Begin with {@link
 * dev.dray.client.Api}.
 */
@NullMarked
package dev.dray.client;

import org.jspecify.annotations.NullMarked;
