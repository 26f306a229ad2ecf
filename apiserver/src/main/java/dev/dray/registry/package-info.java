/**
 * The verbs on stored objects: get, list, watch, create, update, patch, delete, independent of
 * HTTP.
 *
 * <p>Requests enter, authenticated and authorized; objects leave in the version asked for, or a
 * {@link dev.dray.kinds.StatusError}. A write is decoded, prepared by its kind's strategy, tracked
 * by field, checked against all other objects, and stored in one transaction; if any of the facts
 * it was judged by has changed meanwhile, it starts over.
 *
 * <p>Begin with {@link dev.dray.registry.Registry}, which has every verb and answers reads itself.
 * {@code Writes} creates and updates, {@code Patching} applies patches, {@code Deletions} deletes,
 * and {@code Commits} has the steps that they share: checks and the commit.
 */
@NullMarked
package dev.dray.registry;

import org.jspecify.annotations.NullMarked;
