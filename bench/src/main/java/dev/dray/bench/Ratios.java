package dev.dray.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The results of one run of JMH, each beside what it is compared with. */
record Ratios(List<Result> results) {

  /** What each benchmark is compared with, and how many times as long it may take. */
  private record Target(String benchmark, String baseline, double most) {}

  private static final List<Target> TARGETS =
      List.of(new Target("decode", "jacksonTree", 2), new Target("validate", "decode", 1));

  /**
   * One benchmark with one set of parameters. Times are sampled: the least of them is what the code
   * takes when nothing disturbs it, and the median what it took in this run.
   *
   * @param bytes allocated per operation
   */
  record Result(
      String name,
      String parameters,
      double least,
      double median,
      double ninth,
      String unit,
      double bytes) {}

  static Ratios read(Path file) {
    var results = new ArrayList<Result>();
    for (var each : JsonMapper.builder().build().readTree(file.toFile())) {
      results.add(result(each));
    }
    return new Ratios(results);
  }

  private static Result result(JsonNode json) {
    var name = json.get("benchmark").asString();
    var metric = json.get("primaryMetric");
    var parameters =
        json.has("params") ? json.get("params") : JsonMapper.shared().createObjectNode();
    return new Result(
        name.substring(name.lastIndexOf('.') + 1),
        StreamSupport.stream(parameters.spliterator(), false)
            .map(JsonNode::asString)
            .collect(Collectors.joining(" ")),
        metric.at("/scorePercentiles/0.0").asDouble(),
        metric.at("/scorePercentiles/50.0").asDouble(),
        metric.at("/scorePercentiles/90.0").asDouble(),
        metric.get("scoreUnit").asString(),
        json.at("/secondaryMetrics/gc.alloc.rate.norm/score").asDouble());
  }

  /** A table for people. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add(
        "%-16s %-8s %9s %9s %9s %-6s %12s  %s"
            .formatted("benchmark", "slice", "least", "median", "90 %", "", "bytes", "ratio"));
    for (var result : results) {
      lines.add(
          "%-16s %-8s %9.1f %9.1f %9.1f %-6s %,12.0f  %s"
              .formatted(
                  result.name(),
                  result.parameters(),
                  result.least(),
                  result.median(),
                  result.ninth(),
                  result.unit(),
                  result.bytes(),
                  ratio(result)));
    }
    return lines;
  }

  private String ratio(Result result) {
    return TARGETS.stream()
        .filter(target -> target.benchmark().equals(result.name()))
        .flatMap(
            target -> baseline(target, result).stream().map(base -> words(target, result, base)))
        .collect(Collectors.joining());
  }

  private Optional<Result> baseline(Target target, Result result) {
    return results.stream()
        .filter(other -> other.name().equals(target.baseline()))
        .filter(other -> other.parameters().equals(result.parameters()))
        .findFirst();
  }

  private static String words(Target target, Result result, Result baseline) {
    double ratio = result.median() / baseline.median();
    return "%.2f of %s by median, %.2f by least; at most %.0f: %s"
        .formatted(
            ratio,
            target.baseline(),
            result.least() / baseline.least(),
            target.most(),
            ratio <= target.most() ? "met" : "MISSED");
  }
}
