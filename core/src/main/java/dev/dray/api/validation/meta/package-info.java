/** The rules that all kinds share: names, formats, metadata, conditions, node selectors. */
@NullMarked
package dev.dray.api.validation.meta;

import org.jspecify.annotations.NullMarked;
