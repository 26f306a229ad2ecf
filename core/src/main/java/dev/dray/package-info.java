/** Dray. */
@NullMarked
package dev.dray;

import org.jspecify.annotations.NullMarked;
