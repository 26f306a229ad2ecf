/** {@code dray fit}. */
@NullMarked
package dev.dray.cli.fit;

import org.jspecify.annotations.NullMarked;
