package dev.dray.schema;

import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The protobuf encoding of an OpenAPI 2 document, in gnostic's messages, which Go clients request.
 * As always with a {@link WireWriter}, what comes first is written last.
 */
final class SwaggerWriter {
  private static final List<Map.Entry<String, Integer>> METHODS =
      List.of(
          Map.entry("patch", 8),
          Map.entry("delete", 5),
          Map.entry("post", 4),
          Map.entry("put", 3),
          Map.entry("get", 2));

  private final WireWriter out = new WireWriter();

  private SwaggerWriter() {}

  static byte[] write(Json.Obj document) {
    var writer = new SwaggerWriter();
    writer.document(document);
    return writer.out.toBytes();
  }

  private void document(Json.Obj document) {
    message(9, () -> named(1, document.object("definitions"), this::schema));
    message(8, () -> named(2, document.object("paths"), this::path));
    message(
        2,
        () -> {
          text(2, document.object("info"), "version");
          text(1, document.object("info"), "title");
        });
    text(1, document, "swagger");
  }

  private interface Part {
    void write(Json.Obj value);
  }

  private void message(int tag, Runnable content) {
    int before = out.length();
    content.run();
    out.message(tag, before);
  }

  /** Writes a map as a list of names and values. */
  private void named(int tag, Json.Obj map, Part part) {
    for (var entry : reversed(map.fields().entrySet())) {
      message(
          tag,
          () -> {
            message(2, () -> part.write((Json.Obj) entry.getValue()));
            out.string(1, entry.getKey());
          });
    }
  }

  private static <T> List<T> reversed(Collection<T> items) {
    return new ArrayList<>(items).reversed();
  }

  private void text(int tag, Json.Obj from, String name) {
    if (from.has(name)) {
      out.string(tag, from.text(name));
    }
  }

  private void texts(int tag, Json.Obj from, String name) {
    from.texts(name).reversed().forEach(text -> out.string(tag, text));
  }

  private void truth(int tag, Json.Obj from, String name) {
    if (from.truth(name)) {
      out.varint(tag, 1);
    }
  }

  /** Writes the extensions of OpenAPI, each as a name and a YAML text; JSON is valid YAML. */
  private void extensions(int tag, Json.Obj from) {
    for (var entry : reversed(from.fields().entrySet())) {
      if (entry.getKey().startsWith("x-")) {
        message(
            tag,
            () -> {
              message(2, () -> out.string(2, entry.getValue().toText()));
              out.string(1, entry.getKey());
            });
      }
    }
  }

  private void schema(Json.Obj schema) {
    extensions(31, schema);
    if (schema.has("properties")) {
      message(25, () -> named(1, schema.object("properties"), this::schema));
    }
    if (schema.has("items")) {
      message(23, () -> message(1, () -> schema(schema.object("items"))));
    }
    if (schema.has("type")) {
      message(22, () -> text(1, schema, "type"));
    }
    if (schema.has("additionalProperties")) {
      message(21, () -> message(1, () -> schema(schema.object("additionalProperties"))));
    }
    texts(19, schema, "required");
    text(4, schema, "description");
    text(2, schema, "format");
    text(1, schema, "$ref");
  }

  private void path(Json.Obj path) {
    parameters(9, path);
    for (var method : METHODS) {
      if (path.has(method.getKey())) {
        message(method.getValue(), () -> operation(path.object(method.getKey())));
      }
    }
  }

  private void operation(Json.Obj operation) {
    extensions(13, operation);
    texts(10, operation, "schemes");
    message(9, () -> named(1, operation.object("responses"), this::response));
    parameters(8, operation);
    texts(7, operation, "consumes");
    texts(6, operation, "produces");
    text(5, operation, "operationId");
    text(3, operation, "description");
    texts(1, operation, "tags");
  }

  private void response(Json.Obj response) {
    message(
        1,
        () -> {
          if (response.has("schema")) {
            message(2, () -> message(1, () -> schema(response.object("schema"))));
          }
          text(1, response, "description");
        });
  }

  private void parameters(int tag, Json.Obj of) {
    for (var parameter : of.objects("parameters").reversed()) {
      message(tag, () -> message(1, () -> parameter(parameter)));
    }
  }

  private void parameter(Json.Obj parameter) {
    switch (parameter.text("in")) {
      case "body" -> message(1, () -> body(parameter));
      case "path" -> message(2, () -> message(4, () -> inPath(parameter)));
      default -> message(2, () -> message(3, () -> inQuery(parameter)));
    }
  }

  private void body(Json.Obj parameter) {
    message(5, () -> schema(parameter.object("schema")));
    truth(4, parameter, "required");
    text(3, parameter, "in");
    text(2, parameter, "name");
    text(1, parameter, "description");
  }

  private void inPath(Json.Obj parameter) {
    truth(19, parameter, "uniqueItems");
    text(5, parameter, "type");
    text(4, parameter, "name");
    text(3, parameter, "description");
    text(2, parameter, "in");
    truth(1, parameter, "required");
  }

  private void inQuery(Json.Obj parameter) {
    truth(20, parameter, "uniqueItems");
    text(6, parameter, "type");
    text(4, parameter, "name");
    text(3, parameter, "description");
    text(2, parameter, "in");
    truth(1, parameter, "required");
  }
}
