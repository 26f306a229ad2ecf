/**
 * {@code dray up}, {@code apiserver}, {@code scheduler} and {@code controllers}: commands that run
 * until they are stopped.
 */
@NullMarked
package dev.dray.cli.serve;

import org.jspecify.annotations.NullMarked;
