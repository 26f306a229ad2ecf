/**
 * The rules that all kinds share: names, formats, metadata, conditions, node selectors.
 *
 * <p>Values and their field paths enter; {@link dev.dray.api.meta.Violations} leave, in upstream's
 * words. Nothing here knows a particular kind, except that {@link
 * dev.dray.api.validation.meta.MetadataRules} knows how each is named. Begin with {@link
 * dev.dray.api.validation.meta.NameRules}.
 */
@NullMarked
package dev.dray.api.validation.meta;

import org.jspecify.annotations.NullMarked;
