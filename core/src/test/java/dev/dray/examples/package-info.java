/** Programs that use the engine as a library; the pages show them. */
@NullMarked
package dev.dray.examples;

import org.jspecify.annotations.NullMarked;
