/** Answers about what could be had held against having it. */
@NullMarked
package dev.dray.verify.planning;

import org.jspecify.annotations.NullMarked;
