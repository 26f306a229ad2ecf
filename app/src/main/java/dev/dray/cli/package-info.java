/**
 * The commands of {@code dray}.
 *
 * <p>Arguments and files enter; text on the two streams and an {@link dev.dray.cli.output.Exit}
 * leave. A command parses, asks {@code core}, and prints; it decides nothing about devices itself.
 * Begin with {@link dev.dray.cli.Dray}, where commands are registered.
 */
@NullMarked
package dev.dray.cli;

import org.jspecify.annotations.NullMarked;
