/** The cost of an expression, estimated before and charged during its evaluation. */
@NullMarked
package dev.dray.cel.cost;

import org.jspecify.annotations.NullMarked;
