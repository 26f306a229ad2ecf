/**
 * JSON as a tree: values that never change, made anew with a field more or less.
 *
 * <p>For objects of which only a part is understood, and for changes that are described in terms of
 * JSON. Numbers keep the text they were written with. Bytes are read in {@code api.codec}.
 */
@NullMarked
package dev.dray.api.json;

import org.jspecify.annotations.NullMarked;
