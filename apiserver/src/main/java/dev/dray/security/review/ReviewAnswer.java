package dev.dray.security.review;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import java.util.List;

/** What came of a review. */
public sealed interface ReviewAnswer {

  /** The object to answer with. */
  record Done(Json.Obj object, List<String> warnings) implements ReviewAnswer {
    public Done {
      warnings = List.copyOf(warnings);
    }
  }

  /** Fields are wrong: 422. */
  record Invalid(Violations violations) implements ReviewAnswer {}

  /** The request makes no sense: 400. */
  record Malformed(String message) implements ReviewAnswer {}

  /** An object that is named is not there: 404. */
  record Missing(String plural, String name) implements ReviewAnswer {}

  /** An object that is named is another one by now: 409. */
  record Conflict(String kind, String name, String why) implements ReviewAnswer {}
}
