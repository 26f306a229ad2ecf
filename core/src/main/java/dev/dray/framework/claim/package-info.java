/** The claims of pods: found, generated, assumed, reserved and released. */
@NullMarked
package dev.dray.framework.claim;

import org.jspecify.annotations.NullMarked;
