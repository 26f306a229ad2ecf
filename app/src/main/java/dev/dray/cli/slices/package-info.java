/**
 * {@code dray flatten}, {@code compact}, {@code convert} and {@code generate}: commands that print
 * slices.
 */
@NullMarked
package dev.dray.cli.slices;

import org.jspecify.annotations.NullMarked;
