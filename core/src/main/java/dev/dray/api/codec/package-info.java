/**
 * The codec: manifests in, hub objects out, and back.
 *
 * <p>In: bytes of JSON or YAML, one document or many, of any served version. Out: hub records and
 * every decoding error, each with its field path, line and column; in the other direction, the same
 * objects in a version of choice. Fields that are not understood are reported, never guessed.
 * Objects are not validated here.
 *
 * <p>{@link dev.dray.api.codec.shape.WireShape} is the one description of each type, used to read,
 * to write and to list its fields; {@link dev.dray.api.codec.text.Tokens} is the form that JSON and
 * YAML have in common. Begin with {@link dev.dray.api.codec.Manifests} and {@link
 * dev.dray.api.codec.ManifestWriter}.
 */
@NullMarked
package dev.dray.api.codec;

import org.jspecify.annotations.NullMarked;
