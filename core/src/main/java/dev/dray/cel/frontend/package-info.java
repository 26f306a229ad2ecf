/** Parsing and type-checking by a library, and its messages in upstream's words. */
@NullMarked
package dev.dray.cel.frontend;

import org.jspecify.annotations.NullMarked;
