/**
 * Sends a server what no client should, and watches that it stays upright.
 *
 * <p>In: a server, how many requests, a seed. Out: every answer that blames the server (5xx), every
 * request that hung, and what the server's process holds in the end that it did not hold after
 * warming up. Each request is made of the seed and its number alone, so that it can be sent again.
 */
@NullMarked
package dev.dray.verify.fuzz;

import org.jspecify.annotations.NullMarked;
