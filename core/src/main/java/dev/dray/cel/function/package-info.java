/**
 * The functions of CEL and Kubernetes, and the helpers that macros expand to, one overload at a
 * time.
 *
 * <p>In: argument values of the declared types, and the meter to count the work on. Out: a value,
 * or a failure in upstream's words. Overloads are chosen in {@code dev.dray.cel.plan} and priced in
 * {@code dev.dray.cel.cost}, not here.
 *
 * <p>Begin with {@link dev.dray.cel.function.Declarations}, which lists them all.
 */
@NullMarked
package dev.dray.cel.function;

import org.jspecify.annotations.NullMarked;
