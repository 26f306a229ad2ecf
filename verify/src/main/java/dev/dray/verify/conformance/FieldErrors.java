package dev.dray.verify.conformance;

import dev.dray.api.meta.Violation;
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

  boolean has(String type, String field) {
    return errors.contains(type + " " + field);
  }

  boolean has(Violation violation) {
    return has(violation.type().reason(), violation.path().toString());
  }

  FieldErrors without(String type, String field) {
    var one = new FieldErrors();
    one.add(type, field);
    return without(one);
  }

  private FieldErrors without(FieldErrors others) {
    var left = new FieldErrors();
    left.errors.addAll(errors);
    left.errors.removeAll(others.errors);
    return left;
  }

  Outcome comparedWith(FieldErrors expected) {
    var missing = expected.without(this);
    var extra = without(expected);
    if (missing.errors.isEmpty() && extra.errors.isEmpty()) {
      return new Outcome.Passed();
    }
    return new Outcome.Failed(
        (missing.errors.isEmpty() ? "" : "missing " + missing.errors)
            + (missing.errors.isEmpty() || extra.errors.isEmpty() ? "" : ", ")
            + (extra.errors.isEmpty() ? "" : "not upstream's " + extra.errors));
  }
}
