/** Checked expressions turned into programs that can be evaluated. */
@NullMarked
package dev.dray.cel.plan;

import org.jspecify.annotations.NullMarked;
