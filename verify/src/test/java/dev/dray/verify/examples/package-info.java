/** Keeps the examples and the pages about them true. */
@NullMarked
package dev.dray.verify.examples;

import org.jspecify.annotations.NullMarked;
