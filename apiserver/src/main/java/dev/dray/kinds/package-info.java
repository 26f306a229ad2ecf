/**
 * The kinds the server has: their names and versions, the rules of writes to them, their table
 * columns, and the checks that look at more than the object itself.
 *
 * <p>Trees of JSON enter and leave, in the version in which a kind is stored. A user's mistakes are
 * violations; a request that is refused as a whole throws a {@link dev.dray.kinds.StatusError}.
 * Nothing is stored here. Begin with {@link dev.dray.kinds.Resource} and its {@link
 * dev.dray.kinds.Strategy}.
 */
@NullMarked
package dev.dray.kinds;

import org.jspecify.annotations.NullMarked;
