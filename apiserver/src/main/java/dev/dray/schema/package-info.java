/**
 * What objects of every kind and version consist of: fields, their types, how lists and maps merge.
 *
 * <p>Tables of types enter; what leaves is a {@link dev.dray.schema.Type} for each kind, by which
 * unknown fields are found, patches are merged, owners of fields are told apart, and OpenAPI
 * documents are written. Whether values are right is not known here.
 */
@NullMarked
package dev.dray.schema;

import org.jspecify.annotations.NullMarked;
