@NullMarked
package dev.dray.bench.compare;

import org.jspecify.annotations.NullMarked;
