package dev.dray.verify.conformance;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.FieldValidation;
import dev.dray.api.codec.Manifests;
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
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns the JSON of a case into hub objects and gates. */
final class CaseObjects {
  private static final String MARK = "raw parameters #";

  private CaseObjects() {}

  /** The object, its raw parameters replaced by the bytes that JSON could not show. */
  static ApiObject object(JsonNode object, JsonNode rawParameters) {
    var marked = object.deepCopy();
    for (int i = 0; i < rawParameters.size(); i++) {
      put(marked, rawParameters.get(i).get("path").asString(), MARK + i);
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

  private static void put(JsonNode root, String path, String text) {
    var node = root;
    var steps = path.split("[.\\[]", -1);
    for (int i = 0; i < steps.length - 1; i++) {
      node = child(node, steps[i]);
    }
    if (node instanceof ObjectNode parent) {
      parent.put(steps[steps.length - 1], text);
    }
  }

  private static JsonNode child(JsonNode node, String step) {
    if (node instanceof ArrayNode items) {
      return items.get(Integer.parseInt(step.substring(0, step.length() - 1)));
    }
    return Optional.ofNullable(node.get(step))
        .orElseThrow(() -> new IllegalArgumentException("There is no field (%s).".formatted(step)));
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
