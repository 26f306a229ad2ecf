/** {@code dray simulate}. */
@NullMarked
package dev.dray.cli.simulate;

import org.jspecify.annotations.NullMarked;
