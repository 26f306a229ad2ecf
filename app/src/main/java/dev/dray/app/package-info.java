/** The executable: wires the commands and turns their result into an exit code. */
@NullMarked
package dev.dray.app;

import org.jspecify.annotations.NullMarked;
