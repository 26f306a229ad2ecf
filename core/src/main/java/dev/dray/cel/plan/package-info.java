/**
 * Checked expressions turned into programs that can be evaluated.
 *
 * <p>In: a checked {@link dev.dray.cel.frontend.Expr} and the functions of the environment. Out: a
 * {@link dev.dray.cel.plan.Program} that any number of threads can evaluate, or the reason why a
 * constant part of the expression fails. Types are not checked again; values that do not fit an
 * overload are failures at evaluation.
 *
 * <p>Begin with {@link dev.dray.cel.plan.Planner}.
 */
@NullMarked
package dev.dray.cel.plan;

import org.jspecify.annotations.NullMarked;
