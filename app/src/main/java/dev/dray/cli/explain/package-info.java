/** {@code dray explain}. */
@NullMarked
package dev.dray.cli.explain;

import org.jspecify.annotations.NullMarked;
