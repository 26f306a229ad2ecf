package dev.dray.verify.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code steps.yaml}. */
final class StepReader {
  private static final Set<String> BESIDE_ALLOCATE = Set.of("like", "node");

  private StepReader() {}

  /**
   * What a scenario says of itself, and its steps.
   *
   * @param gates that differ from their defaults from the beginning, in every component
   * @param storing how the given objects get in
   */
  record Plan(Map<String, Boolean> gates, Step.Storing storing, List<Step> steps) {
    Plan {
      steps = List.copyOf(steps);
    }
  }

  static Plan read(String yaml) {
    var document = map(Yamls.load(yaml));
    requireKnown(document, Set.of("gates", "stored", "steps"));
    var steps = new ArrayList<Step>();
    for (var step : (List<?>) document.getOrDefault("steps", List.of())) {
      steps.add(step(map(step)));
    }
    boolean stored = Boolean.TRUE.equals(document.get("stored"));
    return new Plan(
        gates(document.getOrDefault("gates", Map.of())),
        stored ? Step.Storing.UNCHECKED : Step.Storing.VALIDATED,
        steps);
  }

  private static Step step(Map<String, Object> step) {
    var entry = step.entrySet().iterator().next();
    var value = entry.getValue();
    boolean allocates = entry.getKey().equals("allocate") || entry.getKey().equals("try");
    for (var key : step.keySet()) {
      if (!key.equals(entry.getKey()) && !(allocates && BESIDE_ALLOCATE.contains(key))) {
        throw new IllegalArgumentException("A step has an unknown word (%s).".formatted(key));
      }
    }
    return switch (entry.getKey()) {
      case "allocate" -> allocate(step, value, Step.Keeping.KEPT);
      case "try" -> allocate(step, value, Step.Keeping.FORGOTTEN);
      case "release" -> new Step.Release(strings(value));
      case "apply" -> new Step.Apply(String.valueOf(value), Step.Storing.VALIDATED);
      case "store" -> new Step.Apply(String.valueOf(value), Step.Storing.UNCHECKED);
      case "delete" -> new Step.Delete(strings(value));
      case "restart" -> new Step.Restart();
      case "schedulerGates" -> new Step.SetGates(Step.Component.SCHEDULER, gates(value));
      case "apiServerGates" -> new Step.SetGates(Step.Component.API_SERVER, gates(value));
      case "show" ->
          new Step.Show(Step.Subject.valueOf(String.valueOf(value).toUpperCase(Locale.ROOT)));
      default -> throw new IllegalArgumentException("No step begins with (%s).".formatted(entry));
    };
  }

  private static Step allocate(Map<String, Object> step, Object claims, Step.Keeping keeping) {
    return new Step.Allocate(
        strings(claims),
        Optional.ofNullable(step.get("like")).map(String::valueOf),
        Optional.ofNullable(step.get("node")).map(String::valueOf),
        keeping);
  }

  private static List<String> strings(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(value));
  }

  private static Map<String, Boolean> gates(Object value) {
    var gates = new LinkedHashMap<String, Boolean>();
    map(value).forEach((name, on) -> gates.put(name, (Boolean) on));
    return gates;
  }

  private static void requireKnown(Map<String, Object> map, Set<String> known) {
    if (!known.containsAll(map.keySet())) {
      throw new IllegalArgumentException("Of (%s) only (%s) are known.".formatted(map, known));
    }
  }

  private static Map<String, Object> map(Object value) {
    var map = new LinkedHashMap<String, Object>();
    ((Map<?, ?>) value).forEach((key, each) -> map.put(String.valueOf(key), each));
    return map;
  }
}
