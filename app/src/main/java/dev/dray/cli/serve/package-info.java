/**
 * {@code dray up}, {@code apiserver}, {@code scheduler} and {@code controllers}: commands that run
 * until they are stopped. Options enter, running components leave; a signal closes them. Begin with
 * {@link dev.dray.cli.serve.UpCommand}.
 */
@NullMarked
package dev.dray.cli.serve;

import org.jspecify.annotations.NullMarked;
