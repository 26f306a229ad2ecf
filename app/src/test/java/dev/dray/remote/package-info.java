/** Components and the server they ask, with a wire between them. */
@NullMarked
package dev.dray.remote;

import org.jspecify.annotations.NullMarked;
