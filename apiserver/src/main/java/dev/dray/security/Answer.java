package dev.dray.security;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import java.util.List;

/** What came of a review. */
public sealed interface Answer {

  /** The object to answer with. */
  record Done(Json.Obj object, List<String> warnings) implements Answer {
    public Done {
      warnings = List.copyOf(warnings);
    }
  }

  /** Fields are wrong: 422. */
  record Invalid(Violations violations) implements Answer {}

  /** The request makes no sense: 400. */
  record Malformed(String message) implements Answer {}

  /** An object that is named is not there: 404. */
  record Missing(String plural, String name) implements Answer {}

  /** An object that is named is another one by now: 409. */
  record Conflict(String kind, String name, String why) implements Answer {}
}
