package dev.dray.verify.fuzz;

import dev.dray.verify.wire.Dice;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes requests, each of the seed and its number alone. */
final class Probes {
  private static final List<Sample> SAMPLES = Sample.all();

  /** Few, so that the server's data does not grow with the number of requests. */
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "g", "h");

  private static final List<String> METHODS =
      List.of(
          "GET",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "HEAD",
          "OPTIONS",
          "TRACE",
          "PROPFIND",
          "get",
          "X");

  private static final List<String> DOCUMENTS =
      List.of(
          "/",
          "/api",
          "/apis",
          "/api/v1",
          "/apis/resource.k8s.io",
          "/apis/resource.k8s.io/v1",
          "/version",
          "/livez",
          "/readyz",
          "/healthz",
          "/metrics",
          "/openapi/v2",
          "/openapi/v3",
          "/openapi/v3/apis/resource.k8s.io/v1",
          "/livez/ping",
          "/readyz?verbose",
          "/apis/none.example.com/v1/things",
          "/api/v2",
          "/logs",
          "/.well-known/x");

  private static final List<String> ODD_SEGMENTS =
      List.of(
          "%2e%2e",
          "%00",
          "%2F",
          "%ff",
          "%",
          "..",
          ".",
          "*",
          "~",
          "%F0%9F%98%80",
          "a%20b",
          "UPPER",
          "status",
          "binding",
          "scale",
          "eviction",
          "token",
          "log",
          "exec",
          "proxy",
          "finalize",
          "status/status",
          ";x=y",
          "a;b",
          "@",
          "x".repeat(300));

  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/yaml",
          "application/json; charset=utf-16",
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json",
          "application/apply-patch+yaml",
          "application/apply-patch+cbor",
          "application/vnd.kubernetes.protobuf",
          "application/cbor",
          "text/plain",
          "*/*",
          "",
          ";;;",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "application/json;" + "a=b;".repeat(50));

  private static final List<String> ACCEPTS =
      List.of(
          "application/json",
          "application/yaml",
          "*/*",
          "application/json;as=Table;v=v1;g=meta.k8s.io",
          "application/json;as=Table;v=v9;g=meta.k8s.io",
          "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
          "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json",
          "application/vnd.kubernetes.protobuf",
          "text/html;q=0",
          "application/json;q=x",
          ",,,",
          ";",
          "image/png",
          "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
          "application/json;stream=watch");

  private static final List<String> VALUES =
      List.of(
          "",
          "0",
          "1",
          "-1",
          "true",
          "false",
          "x",
          "2147483648",
          "9223372036854775808",
          "1.5",
          "null",
          "All",
          "Strict",
          "Warn",
          "Ignore",
          "Background",
          "Foreground",
          "Orphan",
          "Exact",
          "NotOlderThan",
          "NotExact",
          "a=b",
          "a!=b",
          "a in (b,c)",
          "!a",
          "a in (",
          "a==b,,c",
          "=",
          "metadata.name=a",
          "metadata.name!=a,metadata.namespace=fuzz",
          "spec.nodeName=n",
          "status.phase=Running",
          "spec.foo=1",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0",
          "%%%",
          "😀",
          "\u0000",
          "v".repeat(300),
          "Table",
          "None",
          "Metadata",
          "Object");

  private static final List<String> PARAMETERS =
      List.of(
          "watch",
          "limit",
          "continue",
          "labelSelector",
          "fieldSelector",
          "resourceVersion",
          "resourceVersionMatch",
          "timeoutSeconds",
          "timeout",
          "dryRun",
          "fieldManager",
          "force",
          "fieldValidation",
          "pretty",
          "propagationPolicy",
          "gracePeriodSeconds",
          "orphanDependents",
          "includeObject",
          "sendInitialEvents",
          "allowWatchBookmarks",
          "verbose",
          "exclude",
          "unknown",
          "follow",
          "ignoreStoreReadErrorWithClusterBreakingPotential");

  private final long seed;

  Probes(long seed) {
    this.seed = seed;
  }

  Probe number(int number) {
    var dice = new Dice(seed * 1_000_003 + number);
    dice.anyLong();
    var way =
        switch (dice.below(20)) {
          case 0, 1 -> Probe.Way.RAW;
          case 2, 3, 4, 5, 6, 7, 8, 9 -> Probe.Way.HTTP_2;
          default -> Probe.Way.HTTP_1;
        };
    var sample = dice.pick(SAMPLES);
    if (dice.percent(45)) {
      return write(number, way, sample, dice);
    }
    var method = dice.percent(70) ? "GET" : dice.pick(METHODS);
    var body = dice.percent(15) ? body(sample, dice) : new byte[0];
    return new Probe(number, way, method, target(sample, dice), headers(dice), body);
  }

  /** A write at a place where it could be right. */
  private Probe write(int number, Probe.Way way, Sample sample, Dice dice) {
    var name = dice.pick(NAMES);
    var at =
        sample.path()
            + "/"
            + name
            + (dice.percent(20) ? "/status" : "")
            + (dice.percent(20) ? query(dice) : "");
    var right = sample.body().replace("NAME", name);
    return switch (dice.below(6)) {
      case 0, 1 ->
          new Probe(
              number,
              way,
              "POST",
              sample.path() + (dice.percent(20) ? query(dice) : ""),
              typed(dice, "application/json"),
              bodyOf(right, dice));
      case 2 ->
          new Probe(number, way, "PUT", at, typed(dice, "application/json"), bodyOf(right, dice));
      case 3, 4 -> patch(number, way, at, right, dice);
      default ->
          new Probe(
              number,
              way,
              "DELETE",
              dice.percent(10) && !sample.path().contains("rbac") ? sample.path() : at,
              typed(dice, "application/json"),
              deletion(dice));
    };
  }

  private static byte[] bodyOf(String right, Dice dice) {
    return dice.percent(10) ? right.getBytes(StandardCharsets.UTF_8) : Mutations.of(right, dice);
  }

  private Probe patch(int number, Probe.Way way, String at, String right, Dice dice) {
    var operations =
        """
        [{"op":"replace","path":"/metadata/labels/a","value":"c"},{"op":"add","path":"/metadata/annotations/x~1y","value":"z"},\
        {"op":"test","path":"/kind","value":"Pod"},{"op":"move","from":"/metadata/labels","path":"/metadata/annotations"},\
        {"op":"copy","from":"/spec","path":"/spec/-"},{"op":"remove","path":"/spec/devices/requests/0"}]\
        """;
    var directives =
        right.replaceFirst(
            "\"labels\":\\{", "\"labels\":{\"\\$patch\":\"replace\",\"\\$retainKeys\":[\"a\"],");
    return switch (dice.below(4)) {
      case 0 ->
          new Probe(
              number,
              way,
              "PATCH",
              at,
              typed(dice, "application/json-patch+json"),
              Mutations.of(operations, dice));
      case 1 ->
          new Probe(
              number,
              way,
              "PATCH",
              at,
              typed(dice, "application/merge-patch+json"),
              Mutations.of(right, dice));
      case 2 ->
          new Probe(
              number,
              way,
              "PATCH",
              at,
              typed(dice, "application/strategic-merge-patch+json"),
              Mutations.of(directives, dice));
      default -> {
        var manager =
            (at.contains("?") ? "&" : "?")
                + "fieldManager=fuzz"
                + (dice.percent(50) ? "&force=true" : "");
        yield new Probe(
            number,
            way,
            "PATCH",
            at + manager,
            typed(dice, "application/apply-patch+yaml"),
            Mutations.of(right, dice));
      }
    };
  }

  private static byte[] deletion(Dice dice) {
    var options =
        """
        {"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":0,"propagationPolicy":"Background",\
        "preconditions":{"uid":"u","resourceVersion":"1"},"dryRun":["All"]}\
        """;
    return dice.percent(60) ? new byte[0] : Mutations.of(options, dice);
  }

  private static byte[] body(Sample sample, Dice dice) {
    return switch (dice.below(4)) {
      case 0 -> Mutations.noise(dice);
      case 1 -> Mutations.yaml(dice);
      default -> Mutations.of(sample.body().replace("NAME", dice.pick(NAMES)), dice);
    };
  }

  private static List<Map.Entry<String, String>> typed(Dice dice, String type) {
    var all = new ArrayList<Map.Entry<String, String>>();
    all.add(Map.entry("Content-Type", dice.percent(90) ? type : dice.pick(TYPES)));
    if (dice.percent(15)) {
      all.addAll(headers(dice));
    }
    return all;
  }

  private static List<Map.Entry<String, String>> headers(Dice dice) {
    var all =
        List.of(
            Map.entry("Accept", dice.pick(ACCEPTS)),
            Map.entry("Content-Type", dice.pick(TYPES)),
            Map.entry(
                "Accept-Encoding",
                dice.pick(List.of("gzip", "br", "gzip;q=0", "*", "identity;q=0"))),
            Map.entry("Content-Encoding", dice.pick(List.of("gzip", "br", "x"))),
            Map.entry(
                "Authorization",
                dice.pick(
                    List.of(
                        "Bearer x",
                        "Bearer a.b.c",
                        "Bearer",
                        "Basic eDp5",
                        "x",
                        "Bearer " + "e".repeat(3000)))),
            Map.entry(
                "Impersonate-User",
                dice.pick(List.of("jane", "", "system:node:n", "system:serviceaccount:a:b"))),
            Map.entry("Impersonate-Group", dice.pick(List.of("g", "system:masters"))),
            Map.entry("Impersonate-Extra-a%2Fb", "x"),
            Map.entry("If-None-Match", dice.pick(List.of("*", "\"x\"", "W/\"y\""))),
            Map.entry("Range", "bytes=0-1,5-2"),
            Map.entry("X-Long", "y".repeat(dice.pick(List.of(10, 4000, 9000)))),
            Map.entry("User-Agent", dice.pick(List.of("", "kubectl/v1.37.1", "\t"))));
    int chance = dice.pick(List.of(0, 10, 10, 30));
    return all.stream().filter(_ -> dice.percent(chance)).toList();
  }

  private static String target(Sample sample, Dice dice) {
    var path =
        switch (dice.below(10)) {
          case 0, 1 -> dice.pick(DOCUMENTS);
          case 2, 3 -> sample.path();
          case 4, 5, 6 -> sample.path() + "/" + dice.pick(NAMES);
          case 7 -> sample.path() + "/" + dice.pick(ODD_SEGMENTS);
          case 8 -> sample.path() + "/" + dice.pick(NAMES) + "/" + dice.pick(ODD_SEGMENTS);
          default -> odd(sample.path(), dice);
        };
    return dice.percent(50) ? path : path + (path.contains("?") ? "" : query(dice));
  }

  private static String odd(String path, Dice dice) {
    var segments = new ArrayList<>(List.of(path.split("/", -1)));
    segments.set(dice.below(segments.size()), dice.pick(ODD_SEGMENTS));
    var joined = String.join("/", segments);
    return joined.startsWith("/") ? joined : "/" + joined;
  }

  private static String query(Dice dice) {
    return Stream.generate(
            () ->
                dice.pick(PARAMETERS)
                    + "="
                    + URLEncoder.encode(dice.pick(VALUES), StandardCharsets.UTF_8))
        .limit(dice.between(1, 3))
        .collect(Collectors.joining("&", "?", ""));
  }
}
