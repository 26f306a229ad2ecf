/** How many pods a second a control plane places: the shapes of upstream's scheduler_perf. */
@NullMarked
package dev.dray.verify.throughput;

import org.jspecify.annotations.NullMarked;
