/**
 * Parsing and type-checking by a library that no other package sees.
 *
 * <p>In: the text of an expression and the declared functions, types and variables. Out: a checked
 * {@link dev.dray.cel.frontend.Expr} without any type of the library, or the mistakes in upstream's
 * words with line and column. Nothing is evaluated here.
 *
 * <p>Begin with {@link dev.dray.cel.frontend.Frontend}.
 */
@NullMarked
package dev.dray.cel.frontend;

import org.jspecify.annotations.NullMarked;
