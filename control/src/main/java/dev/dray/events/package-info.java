/**
 * Events about objects, as {@code kubectl get events} shows them. Messages of components enter,
 * Event objects leave; too many about one object are dropped. Begin with {@link
 * dev.dray.events.Events}.
 */
@NullMarked
package dev.dray.events;

import org.jspecify.annotations.NullMarked;
