/** Measures what an inventory of the largest cluster costs: memory, building, and one change. */
@NullMarked
package dev.dray.bench.scale;

import org.jspecify.annotations.NullMarked;
