/**
 * Clients that race for the same devices by writing allocations, and the books that are kept of it.
 *
 * <p>In: one or more servers on one store, rounds, a seed. Out: whether a device, a counter or a
 * capacity was ever given to more claims than it has room for, by what clients were told and by
 * what the server lists; wins, conflicts, and how fast it went.
 */
@NullMarked
package dev.dray.verify.race;

import org.jspecify.annotations.NullMarked;
