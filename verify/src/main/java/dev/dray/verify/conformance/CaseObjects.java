package dev.dray.verify.conformance;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.RawJson;
import dev.dray.api.resource.ApiObject;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Turns the JSON of a case into hub objects and gates. */
final class CaseObjects {
  private static final String MARK = "raw parameters #";

  private CaseObjects() {}

  /** The object, its raw parameters replaced by the bytes that JSON could not show. */
  static ApiObject object(JsonNode object, JsonNode rawParameters) {
    var marked = object.deepCopy();
    for (int i = 0; i < rawParameters.size(); i++) {
      var path = rawParameters.get(i).get("path").asString();
      JsonPath.put(marked, path, JsonNodeFactory.instance.stringNode(MARK + i));
    }
    return (ApiObject) withRaw(read(Cases.text(marked)), rawParameters);
  }

  /** The only object of a manifest. */
  static ApiObject read(String manifest) {
    var documents =
        new Manifests(FieldValidation.STRICT).read(manifest.getBytes(StandardCharsets.UTF_8));
    if (documents.size() == 1
        && documents.getFirst() instanceof Document.Read read
        && !read.hasErrors()) {
      return read.object();
    }
    throw new IllegalArgumentException("The object was not read: " + documents);
  }

  /** All gates by default but for those that the case sets. */
  static Gates gates(JsonNode featureGates) {
    var gates = Gates.defaults();
    for (var entry : featureGates.properties()) {
      var gate = Gate.named(entry.getKey());
      if (gate.isPresent()) {
        gates = entry.getValue().asBoolean() ? gates.with(gate.get()) : gates.without(gate.get());
      }
    }
    return gates;
  }

  /** The same value with every marked piece of raw JSON replaced, by way of the records' fields. */
  private static Object withRaw(Object value, JsonNode rawParameters) {
    return switch (value) {
      case RawJson(var text) when text.startsWith("\"" + MARK) ->
          new RawJson(rawParameters.get(number(text)).get("raw").asString());
      case Record record -> rebuilt(record, rawParameters);
      case Optional<?> optional -> optional.map(it -> withRaw(it, rawParameters));
      case List<?> items -> {
        var copies = new ArrayList<>();
        items.forEach(item -> copies.add(withRaw(item, rawParameters)));
        yield copies;
      }
      case Map<?, ?> entries -> {
        Map<Object, Object> copies = new LinkedHashMap<>();
        entries.forEach((key, entry) -> copies.put(key, withRaw(entry, rawParameters)));
        yield copies;
      }
      default -> value;
    };
  }

  private static int number(String marked) {
    return Integer.parseInt(marked.substring(1 + MARK.length(), marked.length() - 1));
  }

  private static Object rebuilt(Record record, JsonNode rawParameters) {
    var components = record.getClass().getRecordComponents();
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      var values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = withRaw(components[i].getAccessor().invoke(record), rawParameters);
      }
      return record.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The record (%s) cannot be rebuilt.".formatted(record), e);
    }
  }
}
