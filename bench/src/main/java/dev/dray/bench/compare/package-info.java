/**
 * Measures an allocator on worlds that upstream's is measured on as well, and prints how they
 * compare. Enter: files of worlds, and the figures of both sides; leaves: a table.
 */
@NullMarked
package dev.dray.bench.compare;

import org.jspecify.annotations.NullMarked;
