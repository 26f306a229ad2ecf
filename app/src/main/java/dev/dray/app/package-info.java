/**
 * The executable: it wires the commands and turns their result into an exit code. Begin with {@link
 * dev.dray.app.Main}.
 */
@NullMarked
package dev.dray.app;

import org.jspecify.annotations.NullMarked;
