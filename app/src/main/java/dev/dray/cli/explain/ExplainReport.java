package dev.dray.cli.explain;

import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.api.codec.JsonText;
import dev.dray.cli.options.SearchLimit;
import dev.dray.cli.output.SentenceList;
import dev.dray.planning.ReviewedDevice;
import dev.dray.planning.SchedulingAccount;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The output formats of {@code dray explain}. */
public enum ExplainReport {
  TEXT {
    @Override
    void print(List<On> accounts, boolean merged, PrintWriter out) {
      for (int i = 0; i < accounts.size(); i++) {
        var it = accounts.get(i);
        if (i > 0) {
          out.println();
        }
        if (!it.node().isEmpty()) {
          out.print("node %s: ".formatted(it.node()));
        }
        text(it.schedulingAccount(), merged, out);
      }
    }
  },
  JSON {
    @Override
    void print(List<On> accounts, boolean merged, PrintWriter out) {
      var json = new JsonText();
      if (merged) {
        write(accounts.getFirst(), json);
      } else {
        json.beginObject().name("byNode").beginArray();
        accounts.forEach(it -> write(it, json));
        json.endArray().endObject();
      }
      out.println(json);
    }
  };

  /** The account of one node, or of all nodes if the name is empty. */
  record On(String node, SchedulingAccount schedulingAccount) {}

  abstract void print(List<On> accounts, boolean merged, PrintWriter out);

  private static void text(SchedulingAccount schedulingAccount, boolean merged, PrintWriter out) {
    out.println(schedulingAccount.subject() + " " + schedulingAccount.message());
    if (merged
        && schedulingAccount.verdict() == SchedulingAccount.Verdict.FITS
        && schedulingAccount.nodes().size() > 1) {
      out.println("  on " + SentenceList.some(schedulingAccount.nodes()));
    }
    devices(schedulingAccount, out);
    switch (schedulingAccount.verdict()) {
      case PLACED, FITS -> {}
      case WAITS ->
          schedulingAccount
              .explanations()
              .forEach(it -> explanation(it, schedulingAccount, merged, out));
      case UNDECIDED -> {
        schedulingAccount
            .explanations()
            .forEach(it -> explanation(it, schedulingAccount, merged, out));
        var advice =
            SearchLimit.advice(List.of(schedulingAccount.subject()), schedulingAccount.undecided());
        out.println("  " + advice);
      }
    }
    for (var field : schedulingAccount.unconsidered()) {
      out.println("  note: %s is ignored".formatted(field));
    }
  }

  private static void devices(SchedulingAccount schedulingAccount, PrintWriter out) {
    if (schedulingAccount.devices().isEmpty()) {
      return;
    }
    boolean has = schedulingAccount.verdict() == SchedulingAccount.Verdict.PLACED;
    out.println(
        has
            ? "  it has:"
            : "  on %s it would get:".formatted(schedulingAccount.nodes().getFirst()));
    var byRequest = new LinkedHashMap<String, List<ReviewedDevice>>();
    schedulingAccount
        .devices()
        .forEach(
            it ->
                byRequest
                    .computeIfAbsent(
                        "claim %s, request %s".formatted(it.claim(), it.reviewedDevice().request()),
                        _ -> new ArrayList<>())
                    .add(it.reviewedDevice()));
    byRequest.forEach((request, holdings) -> devices(request, holdings, out));
    if (has && !schedulingAccount.hasMisfits()) {
      out.println("  it would be allocated the same again");
    }
  }

  private static void devices(String request, List<ReviewedDevice> holdings, PrintWriter out) {
    var names = holdings.stream().map(it -> it.device().toString()).toList();
    out.println("    %s: %s".formatted(request, String.join(", ", names)));
    for (var reviewedDevice : holdings) {
      for (var misfit : reviewedDevice.misfits()) {
        out.println(
            "      %s would not be allocated again: %s"
                .formatted(reviewedDevice.device().device(), misfit.message()));
      }
    }
  }

  /**
   * Prints an explanation. For a single node the example is everything there is; the headline is
   * not repeated.
   */
  private static void explanation(
      NodesExplanation it, SchedulingAccount schedulingAccount, boolean merged, PrintWriter out) {
    if (!merged) {
      it.groups().forEach(group -> indent(group.example().toText(), out));
      return;
    }
    boolean told = schedulingAccount.message().endsWith(it.headline());
    var lines = it.toText().lines().skip(told ? 1 : 0);
    indent(lines.collect(Collectors.joining("\n")), out);
  }

  public static void indent(String text, PrintWriter out) {
    text.lines().forEach(line -> out.println(line.isEmpty() ? "" : "  " + line));
  }

  private static void write(On on, JsonText json) {
    var schedulingAccount = on.schedulingAccount();
    json.beginObject();
    if (!on.node().isEmpty()) {
      json.name("node").string(on.node());
    }
    json.name("subject").string(schedulingAccount.subject());
    json.name("verdict").string(schedulingAccount.verdict().name().toLowerCase(Locale.ROOT));
    json.name("message").string(schedulingAccount.message());
    if (!schedulingAccount.undecided().isEmpty()) {
      new ExplanationJson(json).strings("undecided", schedulingAccount.undecided());
    }
    var explanations = new ExplanationJson(json);
    if (!schedulingAccount.unconsidered().isEmpty()) {
      explanations.strings("notConsidered", schedulingAccount.unconsidered());
    }
    explanations.strings("nodes", schedulingAccount.nodes());
    json.name("devices").beginArray();
    schedulingAccount.devices().forEach(it -> explanations.write(it.claim(), it.reviewedDevice()));
    json.endArray();
    json.name("explanations").beginArray();
    schedulingAccount.explanations().forEach(explanations::write);
    json.endArray().endObject();
  }
}
