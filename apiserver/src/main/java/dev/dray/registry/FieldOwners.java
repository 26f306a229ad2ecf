package dev.dray.registry;

import dev.dray.api.json.Json;
import java.time.Instant;
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
}
