/**
 * The API server as a whole: store, cache, registry, security and HTTP put together, and the
 * objects every cluster has from its first start on.
 *
 * <p>{@link dev.dray.apiserver.ApiServerOptions} enter, a running {@link
 * dev.dray.apiserver.ApiServer} leaves. Options that make no sense are refused before anything is
 * touched. Begin with {@link dev.dray.apiserver.ApiServer}; {@link dev.dray.apiserver.Backend} is
 * the same without HTTP.
 */
@NullMarked
package dev.dray.apiserver;

import org.jspecify.annotations.NullMarked;
