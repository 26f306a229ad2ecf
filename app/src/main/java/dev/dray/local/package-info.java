/** A control plane within one process: components that ask the API server without HTTP. */
@NullMarked
package dev.dray.local;

import org.jspecify.annotations.NullMarked;
