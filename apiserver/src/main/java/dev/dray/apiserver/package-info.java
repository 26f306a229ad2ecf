/**
 * The API server as a whole: store, cache, registry, security and HTTP put together, and what every
 * cluster has from its first start on.
 *
 * <p>{@link dev.dray.apiserver.ApiServerOptions} enter, a running {@link
 * dev.dray.apiserver.ApiServer} leaves; it refuses options that make no sense before it touches
 * anything.
 */
@NullMarked
package dev.dray.apiserver;

import org.jspecify.annotations.NullMarked;
