/**
 * JSON as an immutable tree, of which changed copies are made.
 *
 * <p>For objects of which only a part is understood, and for changes that are described in terms of
 * JSON. Numbers keep the text they were written with. Begin with {@link dev.dray.api.json.Json}.
 * JSON is not parsed here: {@code api.codec} does that.
 */
@NullMarked
package dev.dray.api.json;

import org.jspecify.annotations.NullMarked;
