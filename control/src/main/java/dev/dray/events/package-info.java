/** What components tell people of objects, as {@code kubectl get events} shows it. */
@NullMarked
package dev.dray.events;

import org.jspecify.annotations.NullMarked;
