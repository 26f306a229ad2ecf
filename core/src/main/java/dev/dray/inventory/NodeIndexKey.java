package dev.dray.inventory;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A key under which things are indexed so that every node they are for finds them.
 *
 * <p>A node looks up {@link Everywhere}, {@link Unclear}, its name and its labels. What it finds
 * there may still not be for it: a key covers one requirement of a selector, not all of them.
 */
sealed interface NodeIndexKey {

  record Everywhere() implements NodeIndexKey {}

  /** The key for things that no name or label rules out for a node. */
  record Unclear() implements NodeIndexKey {}

  record Named(String node) implements NodeIndexKey {}

  record Labelled(String key, String value) implements NodeIndexKey {}

  static List<NodeIndexKey> of(NodeSelection selection) {
    return switch (selection) {
      case NodeSelection.OnNode(var name) -> List.of(new Named(name));
      case NodeSelection.AllNodes() -> List.of(new Everywhere());
      case NodeSelection.Nowhere() -> List.of();
      case NodeSelection.Matching(var selector) -> {
        var places = new ArrayList<NodeIndexKey>();
        selector.nodeSelectorTerms().forEach(term -> places.addAll(of(term)));
        yield places.contains(new Unclear()) ? List.of(new Unclear()) : places;
      }
    };
  }

  private static List<NodeIndexKey> of(NodeSelectorTerm term) {
    var fields = term.matchFields().stream().flatMap(it -> named(it).stream()).findFirst();
    var labels = term.matchExpressions().stream().flatMap(it -> labelled(it).stream()).findFirst();
    if (term.matchFields().isEmpty() && term.matchExpressions().isEmpty()) {
      return List.of();
    }
    return fields.or(() -> labels).orElse(List.of(new Unclear()));
  }

  private static Optional<List<NodeIndexKey>> named(NodeSelectorRequirement requirement) {
    return isIn(requirement) && requirement.key().equals("metadata.name")
        ? Optional.of(requirement.values().stream().<NodeIndexKey>map(Named::new).toList())
        : Optional.empty();
  }

  private static Optional<List<NodeIndexKey>> labelled(NodeSelectorRequirement requirement) {
    return isIn(requirement)
        ? Optional.of(
            requirement.values().stream()
                .<NodeIndexKey>map(value -> new Labelled(requirement.key(), value))
                .toList())
        : Optional.empty();
  }

  private static boolean isIn(NodeSelectorRequirement requirement) {
    return requirement.operator().equals("In");
  }

  /**
   * Returns why it cannot be determined which nodes are meant, in the words of upstream's
   * scheduler.
   */
  static Optional<String> mistake(NodeSelection selection) {
    if (!(selection instanceof NodeSelection.Matching(var selector))) {
      return Optional.empty();
    }
    var mistakes = selector.mistakes(FieldPath.ROOT);
    return mistakes.isEmpty()
        ? Optional.empty()
        : Optional.of("failed to parse node selector %s: %s".formatted(selector, mistakes));
  }
}
