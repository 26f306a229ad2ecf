package dev.dray.schema;

import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The differences between OpenAPI 2 and 3. */
enum Dialect {
  V2("#/definitions/"),
  V3("#/components/schemas/");

  private final String references;

  Dialect(String references) {
    this.references = references;
  }

  Json.Obj reference(String type) {
    return Json.obj("$ref", references + type);
  }

  /**
   * Returns a reference that can carry a description: version 3 allows nothing beside a reference.
   */
  Map<String, Json> describedReference(String type) {
    var property = new LinkedHashMap<String, Json>();
    switch (this) {
      case V2 -> property.putAll(reference(type).fields());
      case V3 -> property.put("allOf", Json.Arr.of(reference(type)));
    }
    return property;
  }

  /** Returns the schema of a value that may be a string or a number. */
  Json.Obj eitherOf(String type, String format) {
    var schema = new LinkedHashMap<String, Json>();
    switch (this) {
      case V2 -> schema.put("type", Json.of("string"));
      case V3 -> schema.put("oneOf", Json.Arr.of(type(type), type("string")));
    }
    if (!format.isEmpty()) {
      schema.put("format", Json.of(format));
    }
    return new Json.Obj(schema);
  }

  private static Json type(String type) {
    return Json.obj("type", type);
  }

  Json parameter(Parameter parameter) {
    var all = new LinkedHashMap<String, Json>();
    all.put("name", Json.of(parameter.name()));
    all.put("in", Json.of(parameter.in()));
    all.put("description", Json.of(parameter.description()));
    if (parameter.in().equals("path")) {
      all.put("required", Json.of(true));
    }
    var schema = Json.obj("type", parameter.type(), "uniqueItems", true);
    switch (this) {
      case V2 -> all.putAll(schema.fields());
      case V3 -> all.put("schema", schema);
    }
    return new Json.Obj(all);
  }

  /** Adds the request body and the responses of an operation. */
  void addBodies(OpenApiOperation openApiOperation, Map<String, Json> into) {
    switch (this) {
      case V2 -> addBodiesOfV2(openApiOperation, into);
      case V3 -> addBodiesOfV3(openApiOperation, into);
    }
  }

  private void addBodiesOfV2(OpenApiOperation openApiOperation, Map<String, Json> into) {
    into.put("consumes", Json.strings(openApiOperation.consumes()));
    into.put("produces", Json.strings(openApiOperation.produces()));
    into.put("schemes", Json.strings(List.of("https")));
    var parameters = new ArrayList<Json>();
    openApiOperation
        .body()
        .ifPresent(
            body ->
                parameters.add(
                    Json.obj(
                        "name",
                        "body",
                        "in",
                        "body",
                        "required",
                        openApiOperation.bodyRequired(),
                        "schema",
                        reference(body))));
    openApiOperation.parameters().forEach(parameter -> parameters.add(parameter(parameter)));
    if (!parameters.isEmpty()) {
      into.put("parameters", Json.of(parameters));
    }
    var schema = reference(openApiOperation.answer());
    into.put("responses", responses(openApiOperation, Map.of("schema", schema)));
  }

  private void addBodiesOfV3(OpenApiOperation openApiOperation, Map<String, Json> into) {
    if (!openApiOperation.parameters().isEmpty()) {
      into.put(
          "parameters",
          Json.of(openApiOperation.parameters().stream().map(this::parameter).toList()));
    }
    openApiOperation
        .body()
        .ifPresent(
            body -> {
              var content = Json.obj("content", content(openApiOperation.consumes(), body));
              into.put(
                  "requestBody",
                  openApiOperation.bodyRequired()
                      ? content.with("required", Json.of(true))
                      : content);
            });
    into.put(
        "responses",
        responses(
            openApiOperation,
            Map.of("content", content(openApiOperation.produces(), openApiOperation.answer()))));
  }

  private Json content(List<String> mediaTypes, String type) {
    var content = new LinkedHashMap<String, Json>();
    mediaTypes.forEach(media -> content.put(media, Json.obj("schema", reference(type))));
    return new Json.Obj(content);
  }

  private static Json responses(OpenApiOperation openApiOperation, Map<String, Json> answer) {
    var responses = new LinkedHashMap<String, Json>();
    openApiOperation
        .successes()
        .forEach(
            (code, words) -> {
              var response = new LinkedHashMap<String, Json>();
              response.put("description", Json.of(words));
              response.putAll(answer);
              responses.put(code, new Json.Obj(response));
            });
    responses.put("401", Json.obj("description", "Unauthorized"));
    return new Json.Obj(responses);
  }
}
