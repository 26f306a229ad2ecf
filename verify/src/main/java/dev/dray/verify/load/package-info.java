/**
 * Measures servers under the load of a cluster, one after the other in one run.
 *
 * <p>In: scripts that start servers, how many watches, slices, devices, seconds. Out: rates,
 * latencies, memory and times to start, side by side, with ratios. What is asked is the same for
 * each; what is wrong (a refused request, an event that never came) ends the run.
 */
@NullMarked
package dev.dray.verify.load;

import org.jspecify.annotations.NullMarked;
