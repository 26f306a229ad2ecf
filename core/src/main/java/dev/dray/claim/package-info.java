/**
 * The status of claims: a placement enters, and what leaves is written as upstream writes it.
 *
 * <p>Refused is only what upstream's allocator refuses at this point: a node selector that cannot
 * be combined with others.
 */
@NullMarked
package dev.dray.claim;

import org.jspecify.annotations.NullMarked;
