/**
 * CEL expressions about devices: which of them an API server accepts, what they cost, and which
 * devices they match.
 *
 * <p>The text of an expression enters {@link dev.dray.selector.DeviceExpressions}, the type to
 * begin with; a {@link dev.dray.selector.CompiledSelector} or {@link
 * dev.dray.selector.DerivedAttribute} leaves it, or a refusal in upstream's words. For many devices
 * there are {@link dev.dray.selector.DeviceTable} and {@link dev.dray.selector.MatchMemo}. An
 * expression that is too expensive is compiled all the same; the caller refuses it.
 */
@NullMarked
package dev.dray.selector;

import org.jspecify.annotations.NullMarked;
