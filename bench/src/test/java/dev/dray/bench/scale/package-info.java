@NullMarked
package dev.dray.bench.scale;

import org.jspecify.annotations.NullMarked;
