package dev.dray.verify.conformance;

import dev.dray.api.meta.Violations;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Field errors as they are compared: the set of (type, field), in v1's paths. */
final class FieldErrors {
  private final TreeSet<String> errors = new TreeSet<>();

  private FieldErrors() {}

  static FieldErrors of(Violations violations) {
    var found = new FieldErrors();
    violations.forEach(it -> found.add(it.type().reason(), it.path().toString()));
    return found;
  }

  static FieldErrors of(JsonNode errors) {
    var found = new FieldErrors();
    errors.forEach(it -> found.add(it.get("type").asString(), it.get("field").asString()));
    return found;
  }

  private void add(String type, String field) {
    errors.add(type + " " + field);
  }

  /** The same with what v1beta1 calls otherwise under the name that v1 has for it. */
  FieldErrors inV1Paths() {
    var normal = new FieldErrors();
    for (var error : errors) {
      normal.errors.add(
          error
              .replace(".basic", "")
              .replaceAll("(requests\\[\\d+])\\.(?!exactly|firstAvailable|name)", "$1.exactly."));
    }
    return normal;
  }

  /** The same with one beginning of a path written as another. */
  FieldErrors renamed(String from, String to) {
    var renamed = new FieldErrors();
    errors.forEach(error -> renamed.errors.add(error.replace(" " + from, " " + to)));
    return renamed;
  }

  FieldErrors without(FieldErrors others) {
    var left = new FieldErrors();
    left.errors.addAll(errors);
    left.errors.removeAll(others.errors);
    return left;
  }

  boolean isEmpty() {
    return errors.isEmpty();
  }

  Outcome comparedWith(FieldErrors expected) {
    var missing = expected.without(this);
    var extra = without(expected);
    if (missing.isEmpty() && extra.isEmpty()) {
      return new Outcome.Passed();
    }
    return new Outcome.Failed(
        (missing.isEmpty() ? "" : "missing " + missing.errors)
            + (missing.isEmpty() || extra.isEmpty() ? "" : ", ")
            + (extra.isEmpty() ? "" : "not upstream's " + extra.errors));
  }
}
