/** {@code dray validate}. */
@NullMarked
package dev.dray.cli.validate;

import org.jspecify.annotations.NullMarked;
