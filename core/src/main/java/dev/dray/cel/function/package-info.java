/** The functions and macros' helpers of CEL, one overload at a time. */
@NullMarked
package dev.dray.cel.function;

import org.jspecify.annotations.NullMarked;
