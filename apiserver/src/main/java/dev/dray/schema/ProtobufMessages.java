package dev.dray.schema;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The protobuf message of each type, made once. */
final class ProtobufMessages {
  private final Map<String, Message> byName = new ConcurrentHashMap<>();

  Message of(SchemaType.Struct struct) {
    var known = byName.get(struct.name());
    if (known == null) {
      known = Message.of(struct);
      byName.put(struct.name(), known);
    }
    return known;
  }
}
