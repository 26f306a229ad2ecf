package dev.dray.cli;

import dev.dray.api.codec.JsonText;
import dev.dray.cli.Inspection.Inspected;
import java.io.PrintWriter;
import java.util.List;

/** Findings for programs: one JSON object with all of them, in order. */
record JsonReport() implements Report {

  @Override
  public void print(List<Inspected> inspected, PrintWriter out) {
    var json = new JsonText();
    json.beginObject().name("findings").beginArray();
    inspected.forEach(it -> it.findings().forEach(finding -> write(it, finding, json)));
    json.endArray().name("objects").number(inspected.size()).endObject();
    out.println(json);
  }

  private static void write(Inspected it, Finding finding, JsonText json) {
    json.beginObject();
    json.name("severity").string(finding.severity().word());
    json.name("file").string(finding.file().name());
    json.name("line").number(finding.at().line());
    json.name("column").number(finding.at().column());
    json.name("object").string(it.title());
    json.name("path").string(finding.path());
    json.name("rule").string(finding.rule());
    json.name("message").string(finding.message());
    finding.hint().ifPresent(hint -> json.name("hint").string(hint));
    json.endObject();
  }
}
