/**
 * Manifests in, hub objects out, and back.
 *
 * <p>In: bytes of JSON or YAML, one document or many, of any served version. Out: hub records and
 * every problem met, each with its field path, line and column; for output, the same objects in the
 * version asked for. What is not understood is reported, never guessed.
 *
 * <p>{@link dev.dray.api.codec.shape.WireShape} is the one description of each type, used to read,
 * to write and to list its fields; {@link dev.dray.api.codec.text.Tokens} is what JSON and YAML
 * have in common.
 */
@NullMarked
package dev.dray.api.codec;

import org.jspecify.annotations.NullMarked;
