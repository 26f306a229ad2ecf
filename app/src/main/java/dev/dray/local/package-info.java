/**
 * A control plane in one process, whose components call the API server without HTTP.
 *
 * <p>{@link dev.dray.local.LocalOptions} enter, a running {@link dev.dray.local.LocalCluster}
 * leaves; initial objects that the server refuses prevent the start. Begin with {@link
 * dev.dray.local.LocalCluster}.
 */
@NullMarked
package dev.dray.local;

import org.jspecify.annotations.NullMarked;
