/**
 * The commands of {@code dray}.
 *
 * <p>In: arguments and files. Out: text on the two streams and an {@link dev.dray.cli.output.Exit}.
 * A command parses, asks {@code core}, and prints; it decides nothing about devices itself.
 */
@NullMarked
package dev.dray.cli;

import org.jspecify.annotations.NullMarked;
