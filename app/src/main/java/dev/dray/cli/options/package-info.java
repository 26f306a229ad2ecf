/** The options that commands share. */
@NullMarked
package dev.dray.cli.options;

import org.jspecify.annotations.NullMarked;
