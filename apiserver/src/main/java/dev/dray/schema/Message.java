package dev.dray.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A type as a protobuf message: the tags of its fields. */
final class Message {

  /** A tag and its meaning. */
  sealed interface Part {}

  /** A field of the type. */
  record Plain(int tag, SchemaType.Field field, WireRef ref) implements Part {}

  /** An embedded message that JSON inlines: there its fields are the type's own. */
  record Hidden(int tag, Message message) implements Part {}

  private final List<Part> reversed;
  private final Map<Integer, Part> byTag = new HashMap<>();

  private Message(SortedMap<Integer, Part> parts) {
    this.reversed = List.copyOf(new ArrayList<>(parts.values()).reversed());
    byTag.putAll(parts);
  }

  static Message of(SchemaType.Struct struct) {
    var direct = new TreeMap<Integer, Part>();
    var hidden = new TreeMap<Integer, SortedMap<Integer, Part>>();
    for (var field : struct.fields().values()) {
      int tag = SchemaType.Field.innerTag(field.tag());
      int outer = SchemaType.Field.outerTag(field.tag());
      if (tag > 0) {
        var into = outer == 0 ? direct : hidden.computeIfAbsent(outer, _ -> new TreeMap<>());
        into.put(tag, new Plain(tag, field, (WireRef) field.ref()));
      }
    }
    hidden.forEach((tag, fields) -> direct.put(tag, new Hidden(tag, new Message(fields))));
    return new Message(direct);
  }

  /** Returns all parts by descending tag: the order in which they are written from the end. */
  List<Part> reversed() {
    return reversed;
  }

  Optional<Part> part(int tag) {
    return Optional.ofNullable(byTag.get(tag));
  }
}
