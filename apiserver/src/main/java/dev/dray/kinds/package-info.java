/**
 * Every kind the server has: its names and versions, what a write to it may do, what a table shows
 * of it, and the checks that look at more than the object itself.
 *
 * <p>Trees of JSON enter and leave, in the version in which a kind is stored. A user's mistakes are
 * violations; what refuses a request as a whole is a {@link dev.dray.kinds.StatusError}.
 */
@NullMarked
package dev.dray.kinds;

import org.jspecify.annotations.NullMarked;
