/**
 * JSON and YAML as tokens, and back.
 *
 * <p>In: bytes within {@link dev.dray.api.codec.text.Limits}, or a tree. Out: {@link
 * dev.dray.api.codec.text.Tokens} with the location of each, or text by an {@link
 * dev.dray.api.codec.text.Output}. A text that is not well-formed is refused with a {@link
 * dev.dray.api.codec.text.SyntaxException}. Kinds and fields are unknown here.
 *
 * <p>Begin with {@link dev.dray.api.codec.text.Source}.
 */
@NullMarked
package dev.dray.api.codec.text;

import org.jspecify.annotations.NullMarked;
