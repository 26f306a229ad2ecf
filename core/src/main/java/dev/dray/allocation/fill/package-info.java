/**
 * Counting how many equal claims for one device a node can still take, one after the other.
 *
 * <p>In: an allocation request for one device, a node view, and device types. Out: a {@link
 * dev.dray.allocation.fill.Filling} by pool and type. Claims for several devices, or with
 * alternatives, are not counted here.
 *
 * <p>Begin with {@link dev.dray.allocation.fill.Filler}.
 */
@NullMarked
package dev.dray.allocation.fill;

import org.jspecify.annotations.NullMarked;
