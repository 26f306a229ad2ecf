/**
 * The feature gates, and which of them are on in a component.
 *
 * <p>Values of {@code --feature-gates} enter {@link dev.dray.api.gate.Gates}, the type to begin
 * with; a set of gates leaves it, or every {@link dev.dray.api.gate.GateMistake} in the values.
 * What a gate changes is decided where the feature is.
 */
@NullMarked
package dev.dray.api.gate;

import org.jspecify.annotations.NullMarked;
