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

  /** What a benchmark is compared with. */
  private sealed interface Target {
    String benchmark();

    String baseline();

    /** Whether results with such parameters have it. */
    boolean covers(String parameters);

    /** How far a result got, by the quotients of its times and the baseline's. */
    String words(double median, double least);
  }

  /** How many times as long it may take. */
  private record AtMost(String benchmark, String baseline, double most) implements Target {
    @Override
    public boolean covers(String parameters) {
      return true;
    }

    @Override
    public String words(double median, double least) {
      return "%.2f of %s by median, %.2f by least; at most %.0f: %s"
          .formatted(median, baseline, least, most, median <= most ? "met" : "MISSED");
    }
  }

  /** How many times faster it must be. */
  private record Faster(String benchmark, String baseline, String parameters, double times)
      implements Target {
    @Override
    public boolean covers(String other) {
      return parameters.equals(other);
    }

    @Override
    public String words(double median, double least) {
      return "%.1f x faster than %s by median, %.1f by least; at least %.0f: %s"
          .formatted(
              1 / median, baseline, 1 / least, times, 1 / median >= times ? "met" : "MISSED");
    }
  }

  private static final List<Target> TARGETS =
      List.of(
          new AtMost("decode", "jacksonTree", 2),
          new AtMost("validate", "decode", 1),
          new Faster("freshMemo", "deviceByDevice", "PLAIN", 15),
          new Faster("freshMemo", "devCel", "PLAIN", 15),
          new Faster("freshMemo", "deviceByDevice", "HEAVY", 50),
          new Faster("freshMemo", "devCel", "HEAVY", 50),
          new Faster("freshMemoNodeByNode", "deviceByDevice", "PLAIN", 15),
          new Faster("freshMemoNodeByNode", "devCel", "PLAIN", 15),
          new Faster("freshMemoNodeByNode", "deviceByDevice", "HEAVY", 50),
          new Faster("freshMemoNodeByNode", "devCel", "HEAVY", 50));

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
            .formatted("benchmark", "of", "least", "median", "90 %", "", "bytes", "ratio"));
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
        .filter(target -> target.covers(result.parameters()))
        .flatMap(
            target -> baseline(target, result).stream().map(base -> words(target, result, base)))
        .collect(Collectors.joining("; "));
  }

  private Optional<Result> baseline(Target target, Result result) {
    return results.stream()
        .filter(other -> other.name().equals(target.baseline()))
        .filter(other -> other.parameters().equals(result.parameters()))
        .findFirst();
  }

  private static String words(Target target, Result result, Result baseline) {
    return target.words(result.median() / baseline.median(), result.least() / baseline.least());
  }
}
