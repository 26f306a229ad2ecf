package dev.dray.http;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.kinds.StatusError;
import dev.dray.registry.Body;
import dev.dray.registry.PatchRequest;
import java.io.IOException;
import java.util.List;

/** A reader of request bodies. */
final class Bodies {
  /** The largest body, as in kube-apiserver. */
  static final int MOST_BYTES = 3 << 20;

  private static final int DEEPEST = 200;

  private final ObjectTrees trees =
      new ObjectTrees(
          new Limits(
              MOST_BYTES,
              DEEPEST,
              Limits.DEFAULT.aliased(),
              Limits.DEFAULT.kept(),
              1,
              Limits.DEFAULT.problems()));

  private final ProtobufBodies protobufBodies;

  Bodies(ProtobufBodies protobufBodies) {
    this.protobufBodies = protobufBodies;
  }

  /**
   * Returns the object of a create or update; {@code apiVersion} and {@code kind} apply if the body
   * does not state them.
   */
  Body object(Exchange exchange, String apiVersion, String kind) throws IOException {
    var type = MediaType.parse(exchange.header("Content-Type").orElse(MediaType.JSON));
    var bytes = bytes(exchange);
    var body = object(type, bytes, apiVersion, kind);
    exchange.notes().carries(body.tree());
    return body;
  }

  private Body object(MediaType type, byte[] bytes, String apiVersion, String kind) {
    return switch (type.name()) {
      case MediaType.JSON, "" -> body(trees.parseJson(bytes));
      case MediaType.YAML, "application/x-yaml", "text/yaml" -> body(trees.parse(bytes));
      case MediaType.PROTOBUF -> new Body(protobufBodies.object(bytes, apiVersion, kind));
      default ->
          throw new StatusError(
              StatusError.Reason.UNSUPPORTED_MEDIA_TYPE,
              "the body of the request was in an unknown format - accepted media types include: "
                  + "application/json, application/yaml, application/vnd.kubernetes.protobuf");
    };
  }

  /** Returns the options of a deletion; empty without a body. */
  Json.Obj options(Exchange exchange) throws IOException {
    var bytes = bytes(exchange);
    if (bytes.length == 0) {
      return Json.Obj.EMPTY;
    }
    var type = MediaType.parse(exchange.header("Content-Type").orElse(MediaType.JSON));
    return type.name().equals(MediaType.PROTOBUF)
        ? protobufBodies.object(bytes, "meta.k8s.io/v1", "DeleteOptions")
        : body(trees.parse(bytes)).tree();
  }

  PatchRequest patch(Exchange exchange) throws IOException {
    var type = MediaType.parse(exchange.header("Content-Type").orElse(""));
    var request = patch(type, bytes(exchange));
    exchange.notes().carries(request.patch());
    return request;
  }

  private PatchRequest patch(MediaType type, byte[] bytes) {
    return switch (type.name()) {
      case "application/json-patch+json" ->
          patch(PatchRequest.Sort.JSON_PATCH, trees.parseJson(bytes));
      case "application/merge-patch+json" -> patch(PatchRequest.Sort.MERGE, trees.parseJson(bytes));
      case "application/strategic-merge-patch+json" ->
          patch(PatchRequest.Sort.STRATEGIC, trees.parseJson(bytes));
      case "application/apply-patch+yaml" -> patch(PatchRequest.Sort.APPLY, trees.parse(bytes));
      default ->
          throw new StatusError(
                  StatusError.Reason.UNSUPPORTED_MEDIA_TYPE,
                  "415: Unsupported Media Type: a patch must be one of application/json-patch+json,"
                      + " application/merge-patch+json, application/strategic-merge-patch+json,"
                      + " application/apply-patch+yaml")
              .withDetails();
    };
  }

  private static PatchRequest patch(PatchRequest.Sort sort, ObjectTrees.Parsed parsed) {
    return switch (parsed) {
      case ObjectTrees.Parsed.Tree(var value, var repeated) ->
          new PatchRequest(sort, value, repeated);
      case ObjectTrees.Parsed.Malformed malformed -> throw malformed(malformed);
    };
  }

  private static Body body(ObjectTrees.Parsed parsed) {
    return switch (parsed) {
      case ObjectTrees.Parsed.Tree(Json.Obj object, List<FieldPath> repeated) ->
          new Body(object, repeated);
      case ObjectTrees.Parsed.Tree _ ->
          throw new StatusError(
              StatusError.Reason.BAD_REQUEST,
              "couldn't get version/kind; json parse error: the body must be an object");
      case ObjectTrees.Parsed.Malformed malformed -> throw malformed(malformed);
    };
  }

  private static StatusError malformed(ObjectTrees.Parsed.Malformed malformed) {
    return new StatusError(
        StatusError.Reason.BAD_REQUEST,
        "the body cannot be read: %s (%s)".formatted(malformed.message(), malformed.at()));
  }

  private static byte[] bytes(Exchange exchange) throws IOException {
    var bytes = exchange.body().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new StatusError(
          StatusError.Reason.REQUEST_ENTITY_TOO_LARGE,
          "Request entity too large: limit is " + MOST_BYTES);
    }
    return bytes;
  }
}
