/** Runs servers and schedulers that differ in features, on data written now or before. */
@NullMarked
package dev.dray.verify.skew;

import org.jspecify.annotations.NullMarked;
