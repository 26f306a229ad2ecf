/**
 * The cost of an expression, estimated before evaluation and charged during it.
 *
 * <p>In: a checked expression and the declared sizes of its variables, or the arguments of a call.
 * Out: the most the expression can cost, or the price of the call, both in upstream's units. Limits
 * are not enforced here: the {@link dev.dray.cel.value.Meter} ends an evaluation, and callers
 * refuse an estimate.
 *
 * <p>Begin with {@link dev.dray.cel.cost.CostEstimate}, then {@link dev.dray.cel.cost.RuntimeCost}.
 */
@NullMarked
package dev.dray.cel.cost;

import org.jspecify.annotations.NullMarked;
