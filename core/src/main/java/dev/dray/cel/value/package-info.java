/** The values and types of CEL, their equality and order, and the meter of an evaluation. */
@NullMarked
package dev.dray.cel.value;

import org.jspecify.annotations.NullMarked;
