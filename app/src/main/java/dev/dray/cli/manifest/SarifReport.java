package dev.dray.cli.manifest;

import dev.dray.api.codec.JsonText;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.lint.LintRule;
import dev.dray.lint.Portability;
import dev.dray.lint.SliceSize;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A SARIF 2.1.0 report, which code hosts and editors show beside the lines it is about. */
public record SarifReport() implements Report {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  @Override
  public void print(List<Inspected> inspected, List<SliceSize> sizes, PrintWriter out) {
    var rules = new LinkedHashMap<String, Integer>();
    inspected.stream()
        .flatMap(it -> it.findings().stream())
        .map(Finding::rule)
        .sorted()
        .forEach(rule -> rules.putIfAbsent(rule, rules.size()));
    var json = new JsonText();
    json.beginObject().name("$schema").string(SCHEMA).name("version").string("2.1.0");
    json.name("runs").beginArray().beginObject();
    writeTool(rules, json);
    json.name("columnKind").string("utf16CodeUnits");
    json.name("results").beginArray();
    inspected.forEach(it -> it.findings().forEach(finding -> write(it, finding, rules, json)));
    json.endArray().endObject().endArray().endObject();
    out.println(json);
  }

  private static void writeTool(Map<String, Integer> rules, JsonText json) {
    json.name("tool").beginObject().name("driver").beginObject();
    json.name("name").string("dray");
    json.name("rules").beginArray();
    rules
        .keySet()
        .forEach(
            rule -> {
              json.beginObject().name("id").string(rule);
              json.name("shortDescription").beginObject();
              json.name("text").string(description(rule)).endObject().endObject();
            });
    json.endArray().endObject().endObject();
  }

  private static String description(String rule) {
    return Arrays.stream(LintRule.values())
        .filter(it -> it.id().equals(rule))
        .map(LintRule::description)
        .findFirst()
        .orElseGet(
            () ->
                switch (rule) {
                  case "syntax" -> "The manifest cannot be read, or has a field that is unknown.";
                  case "warning" -> "An API server accepts it and warns.";
                  case Portability.RULE -> "The Kubernetes release does not have it, or drops it.";
                  case Portability.API_OFF ->
                      "The Kubernetes release disables the version by default.";
                  default -> "The API rejects it by the rule %s.".formatted(rule);
                });
  }

  private static void write(
      Inspected it, Finding finding, Map<String, Integer> rules, JsonText json) {
    json.beginObject().name("ruleId").string(finding.rule());
    json.name("ruleIndex").number(rules.getOrDefault(finding.rule(), -1));
    json.name("level").string(finding.severity().word());
    json.name("message").beginObject().name("text");
    json.string(finding.message() + finding.hint().map("\nHint: "::concat).orElse(""));
    json.endObject().name("locations").beginArray().beginObject();
    json.name("physicalLocation").beginObject();
    json.name("artifactLocation").beginObject();
    json.name("uri").string(uri(finding.file().name())).endObject();
    json.name("region").beginObject();
    json.name("startLine").number(finding.at().line());
    json.name("startColumn").number(finding.at().column());
    json.endObject().endObject();
    writeObject(it, finding, json);
    json.endObject().endArray().endObject();
  }

  private static void writeObject(Inspected it, Finding finding, JsonText json) {
    if (!it.title().isEmpty()) {
      json.name("logicalLocations").beginArray().beginObject();
      json.name("fullyQualifiedName");
      json.string(finding.path().isEmpty() ? it.title() : it.title() + " " + finding.path());
      json.endObject().endArray();
    }
  }

  /** Returns a path as a relative URI reference, with special characters escaped. */
  private static String uri(String file) {
    try {
      return new URI(null, null, file.replace('\\', '/'), null).toASCIIString();
    } catch (URISyntaxException _) {
      return "input";
    }
  }
}
