/**
 * The verbs: objects are read, listed, written and deleted here, whatever carries the requests.
 *
 * <p>Requests enter with who asks already known and allowed; objects leave in the version asked
 * for, or a {@link dev.dray.kinds.StatusError}. A write is decoded, prepared by its kind's
 * strategy, tracked by field, checked against everything else, and stored in one transaction that
 * fails if any of that was looked at too early; then it is done again.
 */
@NullMarked
package dev.dray.registry;

import org.jspecify.annotations.NullMarked;
