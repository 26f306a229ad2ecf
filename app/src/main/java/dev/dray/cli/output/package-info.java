/** What commands print: tables, progress, exit codes. */
@NullMarked
package dev.dray.cli.output;

import org.jspecify.annotations.NullMarked;
