package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import java.util.List;

/** A reader of node selectors from trees. */
public final class NodeSelectors {
  private NodeSelectors() {}

  public static NodeSelector read(Json.Obj selector) {
    return new NodeSelector(
        selector.objects("nodeSelectorTerms").stream().map(NodeSelectors::term).toList());
  }

  public static NodeSelectorTerm term(Json.Obj term) {
    return new NodeSelectorTerm(
        requirements(term, "matchExpressions"), requirements(term, "matchFields"));
  }

  private static List<NodeSelectorRequirement> requirements(Json.Obj term, String list) {
    return term.objects(list).stream()
        .map(
            it ->
                new NodeSelectorRequirement(
                    it.text("key"), it.text("operator"), it.texts("values")))
        .toList();
  }
}
