package dev.dray.cli.fit;

import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.api.codec.JsonText;
import dev.dray.api.core.Pod;
import dev.dray.cli.explain.ExplainReport;
import dev.dray.cli.explain.ExplanationJson;
import dev.dray.cli.options.SearchLimit;
import dev.dray.cli.output.SentenceList;
import dev.dray.cli.output.TextTable;
import dev.dray.framework.UnschedulableReason;
import dev.dray.inventory.LabeledNode;
import dev.dray.planning.Fit;
import dev.dray.planning.NodeType;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The report of {@code dray fit}.
 *
 * @param wanted the requested number of copies; -1 for as many as fit
 */
record FitReport(Detail detail, Pod pod, int wanted) {

  /** The output format. */
  enum Detail {
    TEXT,
    WIDE,
    JSON
  }

  void print(Fit fit, Optional<List<NodeType>> types, PrintWriter out) {
    switch (detail) {
      case TEXT, WIDE -> {
        printHere(fit, types.isPresent(), out);
        types.ifPresent(it -> printTypes(fit, it, out));
      }
      case JSON -> out.println(json(fit, types));
    }
  }

  private String name() {
    return pod.metadata().namespace() + "/" + pod.metadata().name();
  }

  private void printHere(Fit fit, boolean brief, PrintWriter out) {
    boolean all = fit.copies() == wanted;
    boolean decided = fit.end().map(FitReport::isDecided).orElse(true);
    out.printf(
        "%s%s of pod %s %s%s%n",
        all ? "all " : decided ? "" : "at least ",
        wanted >= 0 && !all
            ? "%d of %d copies".formatted(fit.copies(), wanted)
            : fit.copies() == 1 ? "1 copy" : fit.copies() + " copies",
        name(),
        fit.copies() == 1 ? "fits" : "fit",
        fit.copies() == 0 ? "" : ", on " + SentenceList.count(fit.byNode().size(), "node"));
    pod.spec().unconsidered().forEach(it -> out.printf("note: %s is ignored%n", it));
    printNodes(fit, out);
    if (!brief) {
      fit.end().ifPresent(end -> printEnd(fit, end, out));
    }
  }

  private void printNodes(Fit fit, PrintWriter out) {
    if (fit.byNode().isEmpty()) {
      return;
    }
    out.println();
    var textTable = new TextTable("COPIES", "NODES");
    if (detail == Detail.WIDE) {
      fit.byNode().forEach((node, copies) -> textTable.row(String.valueOf(copies), node));
    } else {
      var byCount = new TreeMap<Integer, List<String>>((a, b) -> Integer.compare(b, a));
      fit.byNode()
          .forEach(
              (node, copies) -> byCount.computeIfAbsent(copies, _ -> new ArrayList<>()).add(node));
      byCount.forEach(
          (copies, nodes) ->
              textTable.row(
                  copies + (nodes.size() == 1 ? "" : " each"),
                  (nodes.size() == 1 ? "" : nodes.size() + ": ") + SentenceList.some(nodes)));
    }
    textTable.print(out);
  }

  private static void printEnd(Fit fit, UnschedulableReason end, PrintWriter out) {
    out.println();
    out.printf(
        isDecided(end) ? "copy %d does not fit: %s%n" : "copy %d was not decided in time: %s%n",
        fit.copies() + 1,
        end.message());
    end.explanations().forEach(it -> ExplainReport.indent(it.toText(), out));
    SearchLimit.advice(end).ifPresent(it -> out.println("  " + it));
  }

  private static boolean isDecided(UnschedulableReason end) {
    return !(end instanceof UnschedulableReason.NoNode none && none.tookTooLong());
  }

  private void printTypes(Fit fit, List<NodeType> types, PrintWriter out) {
    int missing = wanted - fit.copies();
    if (missing <= 0) {
      out.println("no node needs to be added");
      return;
    }
    out.println();
    out.printf(
        "for %s%s:%n",
        fit.copies() == 0 ? "" : "the other ", missing == 1 ? "copy" : missing + " copies");
    var textTable = new TextTable("NODE TYPE", "COPIES PER NODE", "NODES NEEDED", "RUNS OUT FIRST");
    for (var type : types) {
      textTable.row(
          type.name(),
          String.valueOf(type.copiesPerNode()),
          type.nodes().isPresent() ? String.valueOf(type.nodes().getAsInt()) : "-",
          type.end().map(FitReport::scarce).orElse("-"));
    }
    textTable.print(out);
  }

  /** Returns what the only node, or the first of several, lacks. */
  private static String scarce(UnschedulableReason reason) {
    if (!isDecided(reason)) {
      return "not decided in time";
    }
    return reason.explanations().stream()
        .filter(explanation -> !explanation.groups().isEmpty())
        .findFirst()
        .map(FitReport::scarce)
        .orElseGet(reason::message);
  }

  private static String scarce(NodesExplanation explanation) {
    var first = explanation.groups().getFirst();
    var one =
        new NodesExplanation(
            1,
            0,
            List.of(
                new NodesExplanation.NodeGroup(
                    first.summary(), List.of(first.nodes().getFirst()), first.example())));
    var headline = one.headline();
    return headline.substring(headline.indexOf(": ") + 2).replaceFirst("^1 ", "");
  }

  private JsonText json(Fit fit, Optional<List<NodeType>> types) {
    var json = new JsonText().beginObject();
    json.name("pod").string(name()).name("copies").number(fit.copies());
    if (wanted >= 0) {
      json.name("wanted").number(wanted);
    }
    if (!pod.spec().unconsidered().isEmpty()) {
      new ExplanationJson(json).strings("notConsidered", pod.spec().unconsidered());
    }
    json.name("nodes").beginObject();
    fit.byNode().forEach((node, copies) -> json.name(node).number(copies));
    json.endObject();
    fit.end()
        .ifPresent(
            end -> {
              json.name("end").beginObject().name("message").string(end.message());
              if (end instanceof UnschedulableReason.NoNode none && none.tookTooLong()) {
                new ExplanationJson(json)
                    .strings("undecided", none.timedOut().stream().map(LabeledNode::name).toList());
              }
              json.name("explanations").beginArray();
              end.explanations().forEach(it -> new ExplanationJson(json).write(it));
              json.endArray().endObject();
            });
    types.ifPresent(it -> write(it, json));
    return json.endObject();
  }

  private static void write(List<NodeType> types, JsonText json) {
    json.name("nodeTypes").beginArray();
    for (var type : types) {
      json.beginObject().name("name").string(type.name());
      json.name("copiesPerNode").number(type.copiesPerNode());
      type.nodes().ifPresent(nodes -> json.name("nodesNeeded").number(nodes));
      type.end().ifPresent(end -> json.name("runsOutFirst").string(scarce(end)));
      json.endObject();
    }
    json.endArray();
  }
}
