/**
 * CEL, the expression language of device selectors.
 *
 * <p>In: the text of an expression. Out: its checked tree with types, worst-case cost and a program
 * to evaluate it, or the mistakes in it with their places. A library parses and infers types, and
 * only {@link dev.dray.cel.frontend} sees it; everything after that is done here, as upstream's
 * runtime does it. This package knows nothing about devices: the variables and their sizes are
 * given to it.
 *
 * <p>Begin with {@link dev.dray.cel.Environment}.
 */
@NullMarked
package dev.dray.cel;

import org.jspecify.annotations.NullMarked;
