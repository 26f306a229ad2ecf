/** Every feature gate, and which of them are on in a component. */
@NullMarked
package dev.dray.api.gate;

import org.jspecify.annotations.NullMarked;
