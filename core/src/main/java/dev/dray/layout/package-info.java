/**
 * The layout of slices: plain for clusters without mixins, or with mixins and as small as possible.
 *
 * <p>In: slices, and the patches and taint rules for their devices. Out: devices in which every
 * value has its origin, and slices that describe the same devices in another layout. Devices that
 * cannot be described in the other layout are reported, with the reason. Nothing is written to a
 * cluster here.
 *
 * <p>Begin with {@link dev.dray.layout.Flattening}, then {@link dev.dray.layout.PlainSlices} and
 * {@link dev.dray.layout.Compaction}.
 */
@NullMarked
package dev.dray.layout;

import org.jspecify.annotations.NullMarked;
