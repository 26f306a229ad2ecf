/**
 * The schemas of every kind and version: fields, their types, and the way lists and maps merge.
 *
 * <p>Tables of types enter; a {@link dev.dray.schema.SchemaType} for each kind leaves. By it,
 * {@link dev.dray.schema.FieldCheck} finds unknown and mistyped fields, patches are merged and
 * owners of fields distinguished, {@link dev.dray.schema.OpenApi} describes the server, and {@link
 * dev.dray.schema.Protobuf} reads and writes the encoding that components in Go use. Values are not
 * validated here.
 *
 * <p>Begin with {@link dev.dray.schema.Schemas}.
 */
@NullMarked
package dev.dray.schema;

import org.jspecify.annotations.NullMarked;
