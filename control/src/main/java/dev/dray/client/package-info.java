/**
 * What components ask of a Kubernetes API, and how answers come back to them.
 *
 * <p>A component is written for one {@link dev.dray.client.EventLoop}: everything that it does, and
 * every answer that it gets, happens there, one thing at a time. Nothing of it knows whether the
 * loop is a thread and the API a server far away, or both are simulated.
 */
@NullMarked
package dev.dray.client;

import org.jspecify.annotations.NullMarked;
