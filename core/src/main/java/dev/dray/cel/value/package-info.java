/**
 * The values and types of CEL, their equality and order, and the meter of an evaluation.
 *
 * <p>In: values of expressions, and texts of the types that Kubernetes added, such as addresses and
 * URLs. Out: other values, or failures in upstream's words. Failures are values; an evaluation ends
 * early only by {@link dev.dray.cel.value.Aborted}.
 *
 * <p>Begin with {@link dev.dray.cel.value.Value} and {@link dev.dray.cel.value.Meter}.
 */
@NullMarked
package dev.dray.cel.value;

import org.jspecify.annotations.NullMarked;
