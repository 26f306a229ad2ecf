/**
 * Gives waiting pods a node, and their claims devices.
 *
 * <p>In: what informers report, which enters {@link dev.dray.framework.SchedulerCache} and the
 * queues. Out: allocated and reserved claims, bound pods, events and conditions, written to the
 * API. Pods are decided on one at a time, and decisions are written for many pods at once; all of
 * it happens on one {@link dev.dray.client.EventLoop}. There is no preemption.
 *
 * <p>Begin with {@link dev.dray.scheduler.Scheduler}.
 */
@NullMarked
package dev.dray.scheduler;

import org.jspecify.annotations.NullMarked;
