/**
 * The part of the hub that slices publish: devices, attributes, capacities, counters, mixins,
 * taints.
 *
 * <p>Decoded slices enter and leave as they were written, mistakes included; nothing is checked
 * here. The one computation is the rounding of requests, in {@link
 * dev.dray.api.resource.device.CapacityRounding}. Begin with {@link
 * dev.dray.api.resource.device.Device}.
 */
@NullMarked
package dev.dray.api.resource.device;

import org.jspecify.annotations.NullMarked;
