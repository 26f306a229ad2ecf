/** {@code dray patch}. */
@NullMarked
package dev.dray.cli.patch;

import org.jspecify.annotations.NullMarked;
