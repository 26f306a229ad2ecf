@NullMarked
package dev.dray.bench.worlds;

import org.jspecify.annotations.NullMarked;
