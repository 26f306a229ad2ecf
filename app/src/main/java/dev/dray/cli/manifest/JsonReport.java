package dev.dray.cli.manifest;

import dev.dray.api.codec.JsonText;
import dev.dray.api.validation.SliceUsage;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.lint.SliceSize;
import java.io.PrintWriter;
import java.util.List;

/** A JSON report: one object with all findings, in order. */
public record JsonReport() implements Report {

  @Override
  public void print(List<Inspected> inspected, List<SliceSize> sizes, PrintWriter out) {
    var json = new JsonText();
    json.beginObject().name("findings").beginArray();
    inspected.forEach(it -> it.findings().forEach(finding -> write(it, finding, json)));
    json.endArray().name("objects").number(inspected.size());
    json.name("errors").number(inspected.stream().mapToLong(Inspected::errors).sum());
    json.name("warnings").number(inspected.stream().mapToLong(Inspected::warnings).sum());
    json.name("omitted").number(inspected.stream().mapToLong(it -> it.omitted().all()).sum());
    if (!sizes.isEmpty()) {
      json.name("sizes").beginArray();
      sizes.forEach(size -> write(size, json));
      json.endArray();
    }
    json.endObject();
    out.println(json);
  }

  private static void write(SliceSize size, JsonText json) {
    json.beginObject().name("slice").string(size.slice()).name("limits").beginArray();
    write(new SliceUsage.Use("bytes", size.bytes(), SliceSize.MOST), json);
    size.uses().forEach(use -> write(use, json));
    json.endArray().endObject();
  }

  private static void write(SliceUsage.Use use, JsonText json) {
    json.beginObject();
    json.name("limit").string(use.what());
    json.name("used").number(use.used());
    json.name("most").number(use.most());
    json.endObject();
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
