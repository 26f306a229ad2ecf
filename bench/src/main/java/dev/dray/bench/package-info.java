/** Benchmarks, and the table of ratios that is made of their results. */
@NullMarked
package dev.dray.bench;

import org.jspecify.annotations.NullMarked;
