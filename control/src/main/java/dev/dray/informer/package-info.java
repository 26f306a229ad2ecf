/**
 * Informers: the objects of a kind, kept current by list and watch. An API enters, calls to a
 * {@link dev.dray.informer.Listener} leave. Begin with {@link dev.dray.informer.Informers}.
 */
@NullMarked
package dev.dray.informer;

import org.jspecify.annotations.NullMarked;
