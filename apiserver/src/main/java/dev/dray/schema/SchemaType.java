package dev.dray.schema;

import dev.dray.api.meta.FrozenMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The type of a value on the wire. */
public sealed interface SchemaType {

  /** The list types of server-side apply: the way several owners share a list. */
  enum ListKind {
    /** The list is owned as a whole. */
    ATOMIC,
    /** Each value is owned separately. */
    SET,
    /** Each item is owned separately, and identified by the values of its keys. */
    MAP
  }

  /** The map types of server-side apply: the way several owners share an object or map. */
  enum MapKind {
    /** Each field is owned separately. */
    GRANULAR,
    /** The object or map is owned as a whole. */
    ATOMIC
  }

  /** The kinds of values without parts. */
  enum ScalarKind {
    STRING,
    /** Bytes, as base64. */
    BYTES,
    INTEGER,
    /** An integer of 64 bits. */
    LONG,
    NUMBER,
    BOOLEAN,
    QUANTITY,
    INT_OR_STRING,
    /** A time to the second. */
    TIME,
    /** A time to the microsecond. */
    MICRO_TIME,
    /** Text such as "1h30m". */
    DURATION
  }

  /**
   * An object with named fields.
   *
   * @param name unique, such as {@code io.k8s.api.core.v1.PodSpec}
   */
  record Struct(String name, Map<String, Field> fields, MapKind kind, String description)
      implements SchemaType {
    public Struct {
      fields = FrozenMap.copyOf(fields);
    }
  }

  /**
   * A list.
   *
   * @param keys the fields that identify items of a {@link ListKind#MAP}
   * @param patchMergeKey the field by which a strategic merge patch finds items; empty where such a
   *     patch replaces the list, or adds plain values to it
   * @param patchMerges whether a strategic merge patch merges the list instead of replacing it
   */
  record ListOf(
      Ref element, ListKind kind, List<String> keys, boolean patchMerges, String patchMergeKey)
      implements SchemaType {
    public ListOf {
      keys = List.copyOf(keys);
    }

    /** Returns an atomic list, which a patch replaces. */
    public static ListOf atomic(Ref element) {
      return new ListOf(element, ListKind.ATOMIC, List.of(), false, "");
    }
  }

  /** A map: an object whose field names the user chooses. */
  record MapOf(Ref value, MapKind kind) implements SchemaType {}

  record Scalar(ScalarKind kind) implements SchemaType {}

  /** JSON of any shape, owned as a whole: parameters for a driver, for instance. */
  record Anything() implements SchemaType {}

  /** A reference to a type, so that types can contain themselves. */
  interface Ref {
    SchemaType type();
  }

  /**
   * A field of an object.
   *
   * @param required whether OpenAPI lists it as required
   * @param fallback the default of a missing value where it identifies list items, as the protocol
   *     of a port does
   * @param description in a sentence or two; may be empty
   * @param retainKeys whether a strategic merge patch may name the only keys to keep
   * @param patchReplaces whether a strategic merge patch replaces the object instead of merging it
   * @param tag the protobuf tag, see {@link #tagWithin}; 0 if it has none
   */
  record Field(
      String name,
      Ref ref,
      boolean required,
      Optional<String> fallback,
      String description,
      boolean retainKeys,
      boolean patchReplaces,
      int tag) {

    public SchemaType type() {
      return ref.type();
    }

    /**
     * Returns the tag of a field of an embedded message that JSON inlines: the fields of a volume's
     * source, for instance, are fields of the volume in JSON.
     */
    static int tagWithin(int outer, int inner) {
      return (outer << 16) | inner;
    }

    /** Returns the tag of the embedding message; 0 if there is none. */
    static int outerTag(int tag) {
      return tag >>> 16;
    }

    static int innerTag(int tag) {
      return tag & 0xFFFF;
    }
  }
}
