/** The list of all kinds and of all checks of writes. */
@NullMarked
package dev.dray.kinds.catalog;

import org.jspecify.annotations.NullMarked;
