/** How many equal claims a node can still take, one after the other. */
@NullMarked
package dev.dray.allocation.fill;

import org.jspecify.annotations.NullMarked;
