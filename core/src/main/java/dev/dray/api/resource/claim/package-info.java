/**
 * The part of the hub that claims hold: requests, constraints, configuration, and the result of an
 * allocation.
 */
@NullMarked
package dev.dray.api.resource.claim;

import org.jspecify.annotations.NullMarked;
