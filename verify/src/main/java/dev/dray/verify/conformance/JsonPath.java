package dev.dray.verify.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Field paths such as {@code spec.devices[0].attributes[a.b/c].ints}, followed in JSON. */
final class JsonPath {
  private JsonPath() {}

  /** Puts a value where the path points, if there is an object to put it into. */
  static void put(JsonNode root, String path, JsonNode value) {
    var steps = steps(path);
    Optional<JsonNode> node = Optional.of(root);
    for (var step : steps.subList(0, steps.size() - 1)) {
      node = node.flatMap(it -> child(it, step));
    }
    if (node.isPresent() && node.get() instanceof ObjectNode parent) {
      parent.set(steps.getLast(), value);
    }
  }

  private static Optional<JsonNode> child(JsonNode node, String step) {
    return Optional.ofNullable(
        node instanceof ArrayNode items ? items.get(Integer.parseInt(step)) : node.get(step));
  }

  /** A name ends at a dot or a bracket; what stands in brackets is taken whole. */
  private static List<String> steps(String path) {
    var steps = new ArrayList<String>();
    int at = 0;
    while (at < path.length()) {
      boolean bracket = path.charAt(at) == '[';
      int start = bracket || path.charAt(at) == '.' ? at + 1 : at;
      int end = bracket ? path.indexOf(']', start) : nameEnd(path, start);
      steps.add(path.substring(start, end));
      at = bracket ? end + 1 : end;
    }
    return steps;
  }

  private static int nameEnd(String path, int start) {
    int end = start;
    while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
      end++;
    }
    return end;
  }
}
