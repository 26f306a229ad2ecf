package dev.dray.security.review;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import java.util.List;

/** The result of a review. */
public sealed interface ReviewAnswer {

  /** The object to answer with. */
  record Done(Json.Obj object, List<String> warnings) implements ReviewAnswer {
    public Done {
      warnings = List.copyOf(warnings);
    }
  }

  /** Fields are invalid: 422. */
  record Invalid(Violations violations) implements ReviewAnswer {}

  /** The request is malformed: 400. */
  record Malformed(String message) implements ReviewAnswer {}

  /** A named object does not exist: 404. */
  record Missing(String plural, String name) implements ReviewAnswer {}

  /** A named object has been replaced by another: 409. */
  record Conflict(String kind, String name, String why) implements ReviewAnswer {}
}
