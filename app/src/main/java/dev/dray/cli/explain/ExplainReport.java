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

/** How {@code dray explain} says why. */
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
        text(it.account(), merged, out);
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

  /** An account of one node, or of all if its name is empty. */
  record On(String node, SchedulingAccount account) {}

  abstract void print(List<On> accounts, boolean merged, PrintWriter out);

  private static void text(SchedulingAccount account, boolean merged, PrintWriter out) {
    out.println(account.subject() + " " + account.message());
    if (merged
        && account.verdict() == SchedulingAccount.Verdict.FITS
        && account.nodes().size() > 1) {
      out.println("  on " + SentenceList.some(account.nodes()));
    }
    devices(account, out);
    switch (account.verdict()) {
      case PLACED, FITS -> {}
      case WAITS -> account.explanations().forEach(it -> explanation(it, account, merged, out));
      case UNDECIDED -> {
        account.explanations().forEach(it -> explanation(it, account, merged, out));
        var advice = SearchLimit.advice(List.of(account.subject()), account.undecided());
        out.println("  " + advice);
      }
    }
    for (var field : account.unconsidered()) {
      out.println("  note: %s is not considered".formatted(field));
    }
  }

  private static void devices(SchedulingAccount account, PrintWriter out) {
    if (account.devices().isEmpty()) {
      return;
    }
    boolean has = account.verdict() == SchedulingAccount.Verdict.PLACED;
    out.println(has ? "  it has:" : "  on %s it would get:".formatted(account.nodes().getFirst()));
    var byRequest = new LinkedHashMap<String, List<ReviewedDevice>>();
    account
        .devices()
        .forEach(
            it ->
                byRequest
                    .computeIfAbsent(
                        "claim %s, request %s".formatted(it.claim(), it.holding().request()),
                        _ -> new ArrayList<>())
                    .add(it.holding()));
    byRequest.forEach((request, holdings) -> devices(request, holdings, out));
    if (has && !account.hasMisfits()) {
      out.println("  and would be given the same again");
    }
  }

  private static void devices(String request, List<ReviewedDevice> holdings, PrintWriter out) {
    var names = holdings.stream().map(it -> it.device().toString()).toList();
    out.println("    %s: %s".formatted(request, String.join(", ", names)));
    for (var holding : holdings) {
      for (var misfit : holding.misfits()) {
        out.println(
            "      %s would not be given again: %s"
                .formatted(holding.device().device(), misfit.message()));
      }
    }
  }

  /** Of one node the example is all there is; the headline is not told twice. */
  private static void explanation(
      NodesExplanation it, SchedulingAccount account, boolean merged, PrintWriter out) {
    if (!merged) {
      it.groups().forEach(group -> indent(group.example().toText(), out));
      return;
    }
    boolean told = account.message().endsWith(it.headline());
    var lines = it.toText().lines().skip(told ? 1 : 0);
    indent(lines.collect(Collectors.joining("\n")), out);
  }

  public static void indent(String text, PrintWriter out) {
    text.lines().forEach(line -> out.println(line.isEmpty() ? "" : "  " + line));
  }

  private static void write(On on, JsonText json) {
    var account = on.account();
    json.beginObject();
    if (!on.node().isEmpty()) {
      json.name("node").string(on.node());
    }
    json.name("subject").string(account.subject());
    json.name("verdict").string(account.verdict().name().toLowerCase(Locale.ROOT));
    json.name("message").string(account.message());
    if (!account.undecided().isEmpty()) {
      new ExplanationJson(json).strings("undecided", account.undecided());
    }
    var explanations = new ExplanationJson(json);
    if (!account.unconsidered().isEmpty()) {
      explanations.strings("notConsidered", account.unconsidered());
    }
    explanations.strings("nodes", account.nodes());
    json.name("devices").beginArray();
    account.devices().forEach(it -> explanations.write(it.claim(), it.holding()));
    json.endArray();
    json.name("explanations").beginArray();
    account.explanations().forEach(explanations::write);
    json.endArray().endObject();
  }
}
