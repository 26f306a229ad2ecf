/** The result of an allocation: the devices of each request, and how good they are. */
@NullMarked
package dev.dray.allocation.placement;

import org.jspecify.annotations.NullMarked;
