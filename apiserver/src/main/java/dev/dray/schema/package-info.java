/**
 * What objects of every kind and version consist of: fields, their types, how lists and maps merge.
 *
 * <p>Tables of types enter; what leaves is a {@link dev.dray.schema.SchemaType} for each kind, by
 * which {@link dev.dray.schema.FieldCheck} finds unknown and mistyped fields, patches are merged
 * and owners of fields told apart, {@link dev.dray.schema.OpenApi} describes the server, and {@link
 * dev.dray.schema.Protobuf} reads and writes what components in Go speak. Whether values are right
 * is not known here.
 */
@NullMarked
package dev.dray.schema;

import org.jspecify.annotations.NullMarked;
