/**
 * The worlds in which allocators are compared: generated, the same on every run, and written as
 * files that both sides read.
 */
@NullMarked
package dev.dray.bench.worlds;

import org.jspecify.annotations.NullMarked;
