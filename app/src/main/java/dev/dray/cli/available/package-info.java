/** {@code dray available}. */
@NullMarked
package dev.dray.cli.available;

import org.jspecify.annotations.NullMarked;
