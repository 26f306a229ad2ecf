package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.schema.Type;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Keeps account of who wrote which fields. */
public final class FieldOwners {

  /** A written object, in the stored version, with its managed fields brought up to date. */
  Json.Obj written(
      Target target,
      Optional<Json.Obj> stored,
      Json.Obj written,
      WriteOptions options,
      Instant now) {
    return written;
  }

  /** What comes of applying a configuration to an object, both in the target's version. */
  Json.Obj applied(
      Target target, Optional<Json.Obj> live, Json.Obj applied, WriteOptions options, Instant now) {
    return live.orElse(applied);
  }

  Type.Struct type(Target target) {
    return new Type.Struct(target.resource().kind(), Map.of(), Type.MapKind.GRANULAR, "");
  }
}
