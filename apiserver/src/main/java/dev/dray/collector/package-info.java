/**
 * The controllers that run inside the server: garbage collection, deletion of namespaces,
 * recounting of quotas, default service accounts, the published CA certificate, and maintenance of
 * the store.
 *
 * <p>Changes of the store enter; deletions and writes through the registry leave, each on condition
 * that the object is still the one that was read. Several servers may do the same at once: the
 * second finds it done. Nothing is refused; failed work is retried with growing delays.
 *
 * <p>Begin with {@link dev.dray.collector.Collectors}; {@code OwnerCollector} is the garbage
 * collector.
 */
@NullMarked
package dev.dray.collector;

import org.jspecify.annotations.NullMarked;
