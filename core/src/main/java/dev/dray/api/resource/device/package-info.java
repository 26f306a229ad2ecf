/**
 * The part of the hub that slices publish: devices, attributes, capacities, counters, mixins,
 * taints.
 */
@NullMarked
package dev.dray.api.resource.device;

import org.jspecify.annotations.NullMarked;
