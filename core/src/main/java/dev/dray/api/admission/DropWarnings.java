package dev.dray.api.admission;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** The warnings for dropped fields: one for all fields that differ only in index and key. */
final class DropWarnings {
  private DropWarnings() {}

  static List<String> of(List<FieldPath> dropped, List<Gate> disabled) {
    var alike = new LinkedHashMap<String, List<FieldPath>>();
    for (var path : dropped) {
      alike.computeIfAbsent(shape(path), _ -> new ArrayList<>()).add(path);
    }
    return alike.values().stream().map(paths -> warning(paths, disabled)).toList();
  }

  private static String shape(FieldPath path) {
    return path.steps().stream()
        .map(
            step ->
                switch (step) {
                  case FieldPath.Step.Child(var name) -> "." + name;
                  case FieldPath.Step.Index _, FieldPath.Step.Key _ -> "[]";
                })
        .collect(Collectors.joining());
  }

  private static String warning(List<FieldPath> paths, List<Gate> disabled) {
    var more = paths.size() == 1 ? "" : " and %d more".formatted(paths.size() - 1);
    var names = disabled.stream().map(Gate::gateName).collect(Collectors.joining(" and "));
    var gates =
        disabled.size() == 1
            ? "the feature gate %s is disabled".formatted(names)
            : "the feature gates %s are disabled".formatted(names);
    return "%s%s: dropped because %s".formatted(paths.getFirst(), more, gates);
  }
}
