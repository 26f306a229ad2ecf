/**
 * The parts that all objects are made of: metadata, names, quantities, versions, selectors, and the
 * field paths and violations by which mistakes are reported.
 *
 * <p>Text that somebody wrote enters; values leave, or a {@link dev.dray.api.meta.Parsed} mistake
 * in upstream's words. Begin with {@link dev.dray.api.meta.ObjectMeta} or {@link
 * dev.dray.api.meta.Quantity}. Whole objects are checked in {@code api.validation}.
 */
@NullMarked
package dev.dray.api.meta;

import org.jspecify.annotations.NullMarked;
