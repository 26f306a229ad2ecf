/**
 * {@code dray flatten}, {@code compact}, {@code convert} and {@code generate}: commands that print
 * slices. Manifests or the name of a hardware kind enter, manifests or reports leave. Begin with
 * {@code FlattenCommand}.
 */
@NullMarked
package dev.dray.cli.slices;

import org.jspecify.annotations.NullMarked;
