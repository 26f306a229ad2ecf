/**
 * The output of commands: tables, progress, log lines and exit codes. Begin with {@link
 * dev.dray.cli.output.Terminal}.
 */
@NullMarked
package dev.dray.cli.output;

import org.jspecify.annotations.NullMarked;
