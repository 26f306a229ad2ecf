package dev.dray.registry;

import dev.dray.api.json.Json;
import java.util.List;

/**
 * The result of a write.
 *
 * @param object in the version of the request
 * @param warnings for the client to show
 */
public record WriteResult(Kind kind, Json.Obj object, List<String> warnings) {

  /** The kind of success, which decides the HTTP status. */
  public enum Kind {
    DONE,
    CREATED,
    /** A deletion that waits for finalizers, or for a grace period. */
    ACCEPTED
  }

  public WriteResult {
    warnings = List.copyOf(warnings);
  }
}
