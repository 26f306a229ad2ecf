package dev.dray.cli.patch;

import dev.dray.api.codec.JsonText;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cli.explain.ExplanationJson;
import dev.dray.cli.output.SentenceList;
import dev.dray.cli.output.ValueLine;
import dev.dray.inventory.patch.Contest;
import dev.dray.inventory.patch.Notice;
import dev.dray.planning.PatchImpact;
import dev.dray.planning.ReviewedDevice;
import java.io.PrintWriter;
import java.util.List;

/** The output formats of {@code dray patch --dry-run}. */
enum PatchReport {
  TEXT {
    @Override
    void print(PatchImpact impact, PrintWriter out) {
      out.println(
          "%d of %s would change"
              .formatted(impact.devices(), SentenceList.count(impact.seen(), "device")));
      impact.changes().forEach(it -> text(it, out));
      impact.contests().stream().limit(MOST_CHANGES).forEach(it -> text(it, out));
      int more = impact.contests().size() - MOST_CHANGES;
      if (more > 0) {
        out.println("and %d more of the same kind; -o json has all".formatted(more));
      }
      impact.waiting().forEach(it -> text(it, out));
      impact.running().forEach(it -> text(it, out));
      undecided(impact.undecided(), out);
      if (impact.devices() > 0 && affectsNobody(impact)) {
        out.println();
        out.println("No pod or claim is affected.");
      }
      if (!impact.warnings().isEmpty() || !impact.notices().isEmpty()) {
        out.println();
      }
      impact.notices().forEach(it -> out.println("warning: " + text(it)));
      impact.warnings().forEach(it -> out.println("warning: " + it));
    }
  },
  JSON {
    @Override
    void print(PatchImpact impact, PrintWriter out) {
      out.println(json(impact));
    }
  };

  private static final int MOST_CHANGES = 20;

  abstract void print(PatchImpact impact, PrintWriter out);

  private static boolean affectsNobody(PatchImpact impact) {
    return impact.waiting().isEmpty() && impact.running().isEmpty() && impact.undecided().isEmpty();
  }

  private static void undecided(List<String> names, PrintWriter out) {
    if (!names.isEmpty()) {
      out.println();
      out.println(
          "Where %s would fit was not decided in time. Maybe give it more time with --filter-timeout."
              .formatted(SentenceList.some(names)));
    }
  }

  private static void text(PatchImpact.Change change, PrintWriter out) {
    out.println();
    out.println(
        "%s in %s (%s):"
            .formatted(
                SentenceList.count(change.devices(), "device"),
                SentenceList.count(change.pools(), "pool"),
                examples(change)));
    change.entries().stream().limit(MOST_CHANGES).forEach(it -> out.println("  " + text(it)));
    int more = change.entries().size() - MOST_CHANGES;
    if (more > 0) {
      out.println("  and %d more".formatted(more));
    }
  }

  private static String examples(PatchImpact.Change change) {
    var names = change.examples().stream().map(DeviceId::toString).toList();
    int more = change.devices() - names.size();
    return String.join(", ", names) + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private static String text(PatchImpact.Entry entry) {
    if (entry.before().isEmpty()) {
      return "%s: none → %s".formatted(entry.name(), entry.after().orElse(""));
    }
    return "%s: %s → %s"
        .formatted(entry.name(), entry.before().get(), entry.after().orElse("none"));
  }

  private static void text(Contest contest, PrintWriter out) {
    out.println();
    int more = contest.devices() - contest.first().size();
    out.println(
        "%s of %s (%s%s):"
            .formatted(
                entry(contest.entry()),
                SentenceList.count(contest.devices(), "device"),
                String.join(", ", contest.first().stream().map(DeviceId::toString).toList()),
                more > 0 ? " and %d more".formatted(more) : ""));
    out.println(
        "  %s of patch %s (priority %d) would be overridden by %s of patch %s (priority %d), which is %s"
            .formatted(
                losing(contest.entry()),
                contest.loser().metadata().name(),
                priority(contest.loser()),
                winning(contest.entry()),
                contest.winner().metadata().name(),
                priority(contest.winner()),
                contest.why()));
  }

  private static int priority(ResourceSlicePatch patch) {
    return patch.spec().devices().priority().orElse(0);
  }

  private static String entry(Contest.Entry entry) {
    return switch (entry) {
      case Contest.Entry.Attribute(var name, _, _) -> "attribute " + name;
      case Contest.Entry.Capacity(var name, _, _) -> "capacity " + name;
    };
  }

  private static String winning(Contest.Entry entry) {
    return switch (entry) {
      case Contest.Entry.Attribute(_, var winning, _) -> ValueLine.text(winning);
      case Contest.Entry.Capacity(_, var winning, _) -> ValueLine.text(winning);
    };
  }

  private static String losing(Contest.Entry entry) {
    return switch (entry) {
      case Contest.Entry.Attribute(_, _, var losing) -> ValueLine.text(losing);
      case Contest.Entry.Capacity(_, _, var losing) -> ValueLine.text(losing);
    };
  }

  private static void text(PatchImpact.Waiting waiting, PrintWriter out) {
    var verb =
        waiting.starts() ? "would start to fit" : waiting.stops() ? "would stop fitting" : "";
    out.println();
    out.println(
        "%s %s: %d of %s now, %d then%s"
            .formatted(
                SentenceList.some(waiting.names()),
                verb.isEmpty()
                    ? waiting.names().size() == 1
                        ? "waits, and would fit on other nodes"
                        : "wait, and would fit on other nodes"
                    : verb,
                waiting.before(),
                SentenceList.count(waiting.nodes(), "node"),
                waiting.after(),
                waiting.mistake().map(it -> " (%s)".formatted(it)).orElse("")));
  }

  private static void text(PatchImpact.Running running, PrintWriter out) {
    if (!running.lost().isEmpty()) {
      out.println();
      out.println(
          "claim %s has devices that it would no longer be allocated:".formatted(running.claim()));
      running.lost().forEach(it -> text(it, out));
    }
    if (!running.mended().isEmpty()) {
      out.println();
      out.println("claim %s would be allocated these again:".formatted(running.claim()));
      running.mended().forEach(it -> text(it, out));
    }
  }

  private static void text(ReviewedDevice reviewedDevice, PrintWriter out) {
    reviewedDevice
        .misfits()
        .forEach(
            misfit ->
                out.println(
                    "  request %s, %s: %s"
                        .formatted(
                            reviewedDevice.request(), reviewedDevice.device(), misfit.message())));
  }

  private static String text(Notice notice) {
    return "%s %s: %s: %s"
        .formatted(
            notice.reason().about().kindName(),
            notice.name(),
            notice.reason().word(),
            notice.message());
  }

  private static JsonText json(PatchImpact impact) {
    var json = new JsonText().beginObject();
    json.name("devices").number(impact.devices()).name("seen").number(impact.seen());
    json.name("changes").beginArray();
    impact.changes().forEach(it -> write(it, json));
    json.endArray().name("contests").beginArray();
    impact.contests().forEach(it -> write(it, json));
    json.endArray().name("waiting").beginArray();
    impact.waiting().forEach(it -> write(it, json));
    json.endArray().name("running").beginArray();
    for (var running : impact.running()) {
      json.beginObject().name("claim").string(running.claim());
      write("lost", running.claim(), running.lost(), json);
      write("mended", running.claim(), running.mended(), json);
      json.endObject();
    }
    json.endArray().name("notices").beginArray();
    for (var notice : impact.notices()) {
      json.beginObject().name("reason").string(notice.reason().word());
      json.name("object").string(notice.reason().about().kindName() + "/" + notice.name());
      json.name("devices").number(notice.devices());
      json.name("message").string(notice.message()).endObject();
    }
    json.endArray();
    if (!impact.undecided().isEmpty()) {
      new ExplanationJson(json).strings("undecided", impact.undecided());
    }
    new ExplanationJson(json).strings("warnings", impact.warnings());
    return json.endObject();
  }

  private static void write(PatchImpact.Change change, JsonText json) {
    json.beginObject().name("devices").number(change.devices());
    json.name("pools").number(change.pools());
    new ExplanationJson(json)
        .strings("examples", change.examples().stream().map(DeviceId::toString).toList());
    json.name("entries").beginArray();
    for (var entry : change.entries()) {
      json.beginObject().name("name").string(entry.name());
      entry.before().ifPresent(it -> json.name("before").string(it));
      entry.after().ifPresent(it -> json.name("after").string(it));
      json.endObject();
    }
    json.endArray().endObject();
  }

  private static void write(Contest contest, JsonText json) {
    json.beginObject().name("entry").string(entry(contest.entry()));
    json.name("devices").number(contest.devices());
    new ExplanationJson(json)
        .strings("examples", contest.first().stream().map(DeviceId::toString).toList());
    write("winner", contest.winner(), winning(contest.entry()), json);
    write("loser", contest.loser(), losing(contest.entry()), json);
    json.name("because").string(contest.why()).endObject();
  }

  private static void write(String name, ResourceSlicePatch patch, String value, JsonText json) {
    json.name(name).beginObject().name("patch").string(patch.metadata().name());
    json.name("priority").number(priority(patch));
    json.name("value").string(value).endObject();
  }

  private static void write(PatchImpact.Waiting waiting, JsonText json) {
    json.beginObject();
    new ExplanationJson(json).strings("names", waiting.names());
    json.name("nodes").number(waiting.nodes());
    json.name("fittingBefore").number(waiting.before());
    json.name("fittingAfter").number(waiting.after());
    waiting.mistake().ifPresent(it -> json.name("mistake").string(it));
    json.endObject();
  }

  private static void write(
      String name, String claim, List<ReviewedDevice> holdings, JsonText json) {
    json.name(name).beginArray();
    holdings.forEach(it -> new ExplanationJson(json).write(claim, it));
    json.endArray();
  }
}
