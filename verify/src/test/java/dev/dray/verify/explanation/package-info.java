/** Explanations held against what the allocator answers. */
@NullMarked
package dev.dray.verify.explanation;

import org.jspecify.annotations.NullMarked;
