package dev.dray.allocation.explain;

import dev.dray.allocation.explain.NodesExplanation.NodeGroup;
import java.util.ArrayList;
import java.util.Map;

/** The text, for people, of why claims do not fit on nodes. */
final class NodesExplanationText {
  /** The singular of the verbs that summaries begin with. */
  private static final Map<String, String> SINGULAR =
      Map.of("have", "has", "lack", "lacks", "offer", "offers", "end", "ends", "were", "was");

  private NodesExplanationText() {}

  static String headline(NodesExplanation all) {
    var start = "%d/%d nodes fit".formatted(all.fitting(), all.nodes());
    var groups = all.groups().stream().map(NodesExplanationText::counted).toList();
    return groups.isEmpty() ? start : start + ": " + String.join(", ", groups);
  }

  private static String counted(NodeGroup group) {
    if (group.example().cause() instanceof Cause.Refused(var message)) {
      return message;
    }
    var detail = group.example().summary().detail();
    return "%d %s%s"
        .formatted(
            group.nodes().size(), agreeing(group), detail.isEmpty() ? "" : " (" + detail + ")");
  }

  private static String agreeing(NodeGroup group) {
    var text = group.summary();
    if (group.nodes().size() != 1) {
      return text;
    }
    int space = text.indexOf(' ');
    var verb = text.substring(0, space);
    return SINGULAR.getOrDefault(verb, verb) + text.substring(space);
  }

  static String of(NodesExplanation all) {
    var lines = new ArrayList<String>();
    lines.add(headline(all));
    for (var group : all.groups()) {
      if (!(group.example().cause() instanceof Cause.Refused)) {
        lines.add("");
        lines.add(nodes(group));
        group.example().toText().lines().map(line -> "  " + line).forEach(lines::add);
      }
    }
    return String.join("\n", lines);
  }

  private static String nodes(NodeGroup group) {
    int count = group.nodes().size();
    return count == 1
        ? "node %s:".formatted(group.nodes().getFirst())
        : "%d nodes (%s), for example %s:"
            .formatted(count, ReasonText.some(group.nodes()), group.nodes().getFirst());
  }
}
