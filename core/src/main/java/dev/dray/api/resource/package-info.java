/**
 * The hub: a record for every kind of {@code resource.k8s.io} and every type nested in it.
 *
 * <p>Objects that the codec decoded enter, of whichever version; the same objects leave, for
 * admission, validation and the engine. The records are version-free (shaped like v1) and can hold
 * a user's mistake; only absent objects, lists and maps are normalised to empty ones. Begin with
 * {@link dev.dray.api.resource.ApiObject}.
 */
@NullMarked
package dev.dray.api.resource;

import org.jspecify.annotations.NullMarked;
