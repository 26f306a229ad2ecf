package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import dev.dray.schema.Protobuf;
import dev.dray.schema.ProtobufMistake;
import dev.dray.schema.Schemas;
import java.util.Optional;

/** The protobuf encoding of objects, which Go clients prefer for kinds they know. */
final class ProtobufBodies {
  private final Schemas schemas;
  private final Protobuf protobuf;

  ProtobufBodies(Schemas schemas) {
    this.schemas = schemas;
    this.protobuf = new Protobuf(schemas);
  }

  /** Returns an object as protobuf; empty if its kind has no protobuf encoding. */
  Optional<byte[]> protobuf(Json.Obj object) {
    return schemas
        .of(object.text("apiVersion"), object.text("kind"))
        .map(type -> protobuf.encode(object, type));
  }

  Json.Obj object(byte[] body, String apiVersion, String kind) {
    try {
      return protobuf.decode(body, apiVersion, kind);
    } catch (ProtobufMistake e) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST, "the body cannot be read: " + e.getMessage());
    }
  }
}
