/**
 * The wire shape of every kind in every version, declared once for reading and writing.
 *
 * <p>In: tokens, or hub records. Out: hub records with their decoding errors, or output. Unknown
 * and repeated fields are reported as {@link dev.dray.api.codec.shape.FieldValidation} demands;
 * values are checked for their type and syntax only, not against the rules of the API.
 *
 * <p>Begin with {@link dev.dray.api.codec.shape.WireShape}, then {@link
 * dev.dray.api.codec.shape.ObjectShape}.
 */
@NullMarked
package dev.dray.api.codec.shape;

import org.jspecify.annotations.NullMarked;
