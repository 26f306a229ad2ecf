/**
 * The catalog of all kinds and of the write checks that concern them.
 *
 * <p>Feature gates and the runtime configuration enter, {@link dev.dray.kinds.Kinds} and {@link
 * dev.dray.kinds.WriteCheck}s leave. Begin with {@link dev.dray.kinds.catalog.KindCatalog}.
 */
@NullMarked
package dev.dray.kinds.catalog;

import org.jspecify.annotations.NullMarked;
