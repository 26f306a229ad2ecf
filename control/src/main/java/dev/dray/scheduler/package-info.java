/**
 * Gives waiting pods a node, and their claims devices.
 *
 * <p>What informers tell enters {@link dev.dray.framework.SchedulerCache} and the queues; pods are
 * decided on one at a time, and what was decided is written to the API, for many pods at once. All
 * of it happens on one {@link dev.dray.client.EventLoop}.
 */
@NullMarked
package dev.dray.scheduler;

import org.jspecify.annotations.NullMarked;
