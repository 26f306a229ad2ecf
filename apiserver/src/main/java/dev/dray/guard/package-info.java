/**
 * Sees to it that nothing is given to two claims.
 *
 * <p>Every change of the store enters, and every write of a claim's allocation before it is stored.
 * What leaves is a refusal that names who holds the device, counter or capacity already, or the
 * conditions under which the write may be stored: that nobody else was given anything of the same
 * pools meanwhile, by whichever server.
 */
@NullMarked
package dev.dray.guard;

import org.jspecify.annotations.NullMarked;
