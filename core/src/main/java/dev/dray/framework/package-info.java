/**
 * Filters and scores nodes for pods, as kube-scheduler's default profile does, and the cache of a
 * live scheduler.
 */
@NullMarked
package dev.dray.framework;

import org.jspecify.annotations.NullMarked;
