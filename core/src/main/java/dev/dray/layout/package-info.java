/**
 * How slices are laid out: flat for whoever has no mixins, or with mixins and as small as they get.
 *
 * <p>In: slices, and what patches and taint rules do to their devices. Out: devices of which every
 * value says where it came from, and slices that describe the same devices in another way. What
 * cannot be said in another way is refused, with the reason.
 */
@NullMarked
package dev.dray.layout;

import org.jspecify.annotations.NullMarked;
