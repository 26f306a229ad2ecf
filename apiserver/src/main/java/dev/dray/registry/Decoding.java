package dev.dray.registry;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.kinds.Draft;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.Strategy;
import java.util.ArrayList;
import java.util.List;

/** Decodes a request's body as an object of its target's kind. */
final class Decoding {
  private Decoding() {}

  /** Returns the object, or throws a refusal that names everything unreadable. */
  static Strategy.Decoded decode(Target target, Body body, FieldValidation validation) {
    requireType(target, body.tree());
    var tree =
        body.tree()
            .with("apiVersion", Json.of(target.apiVersion()))
            .with("kind", Json.of(target.resource().kind()));
    var decoded = target.resource().strategy().decode(tree, target.version(), validation);
    var repeated =
        body.repeated().stream().map(path -> "duplicate field \"%s\"".formatted(path)).toList();
    var errors = new ArrayList<>(decoded.errors());
    var warnings = new ArrayList<>(decoded.warnings());
    switch (validation) {
      case STRICT -> errors.addAll(repeated);
      case WARN -> warnings.addAll(repeated);
      case IGNORE -> {
        // The client does not want to know.
      }
    }
    if (!errors.isEmpty()) {
      throw unreadable(target, errors);
    }
    requireNamespace(target, decoded.draft());
    return new Strategy.Decoded(decoded.draft(), List.of(), warnings);
  }

  static StatusError unreadable(Target target, List<String> errors) {
    boolean strict =
        errors.stream()
            .allMatch(it -> it.startsWith("unknown field") || it.startsWith("duplicate field"));
    var kind = target.resource().kind();
    return new StatusError(
        StatusError.Reason.BAD_REQUEST,
        "%s in version \"%s\" cannot be handled as a %s: %s%s"
            .formatted(
                kind,
                target.version(),
                kind,
                strict ? "strict decoding error: " : "",
                String.join(", ", errors)));
  }

  /**
   * Checks the type of a body; a missing {@code apiVersion} or {@code kind} follows from the URL.
   */
  private static void requireType(Target target, Json.Obj tree) {
    var apiVersion = tree.text("apiVersion");
    if (!apiVersion.isEmpty() && !apiVersion.equals(target.apiVersion())) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "the API version in the data (%s) does not match the expected API version (%s)"
              .formatted(apiVersion, target.apiVersion()));
    }
    var kind = tree.text("kind");
    if (!kind.isEmpty() && !kind.equals(target.resource().kind())) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "%s in version \"%s\" cannot be handled as a %s: the kind in the data (%s) does not match"
              .formatted(kind, target.version(), target.resource().kind(), kind));
    }
  }

  /** Checks that the object has a name, and that it is the one on the URL. */
  static void requireName(Target target, Draft draft) {
    var name = draft.metadata().text("name");
    if (!name.equals(target.name())) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          name.isEmpty()
              ? "the name of the object (%s based on URL) was undeterminable: name must be provided"
                  .formatted(target.name())
              : "the name of the object (%s) does not match the name on the URL (%s)"
                  .formatted(name, target.name()));
    }
  }

  /**
   * Checks that the object's namespace is the one on the URL. For cluster-scoped kinds a namespace
   * is ignored: the server removes it.
   */
  static void requireNamespace(Target target, Draft draft) {
    if (!target.resource().namespaced()) {
      return;
    }
    var namespace = draft.metadata().text("namespace");
    if (target.namespace().isEmpty()) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST, "an empty namespace may not be set during creation");
    }
    if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }
}
