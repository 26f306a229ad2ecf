package dev.dray.http;

import dev.dray.api.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The paths that are not resources: discovery, OpenAPI, metrics, health and version. */
final class Extras {
  private static final String DISCOVERY_GROUP = "apidiscovery.k8s.io";

  private final Discovery discovery;
  private final Documents documents;
  private final Metrics metrics;
  private final Health health;
  private final Json.Obj version;

  Extras(
      Discovery discovery, Documents documents, Metrics metrics, Health health, Json.Obj version) {
    this.discovery = discovery;
    this.documents = documents;
    this.metrics = metrics;
    this.health = health;
    this.version = version;
  }

  void answer(Exchange exchange, Replies replies) throws IOException {
    var parts = RequestPath.parts(exchange.path());
    if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
      throw ResourceHandler.notAllowed();
    }
    try {
      answer(exchange, replies, parts);
    } catch (NoSuchPath e) {
      replies.text(404, "404 page not found\n");
    }
  }

  /** A path that does not exist. Clients look for this text, and expect it not to be a Status. */
  private static final class NoSuchPath extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoSuchPath() {
      super("404 page not found", null, false, false);
    }
  }

  private void answer(Exchange exchange, Replies replies, List<String> parts) throws IOException {
    switch (parts.isEmpty() ? "" : parts.getFirst()) {
      case "" -> replies.json(200, Json.obj("paths", Json.strings(paths())));
      case "api", "apis" -> discover(exchange, replies, parts);
      case "version" -> replies.json(200, version);
      case "openapi" -> openApi(exchange, replies, parts);
      case "livez", "healthz" -> report(exchange, replies, parts, health.live());
      case "readyz" -> report(exchange, replies, parts, health.ready());
      case "metrics" ->
          replies.bytes("text/plain; version=0.0.4; charset=utf-8", 200, metrics.text());
      default -> throw new NoSuchPath();
    }
  }

  private List<String> paths() {
    return List.of(
        "/api",
        "/api/v1",
        "/apis",
        "/healthz",
        "/livez",
        "/metrics",
        "/openapi/v2",
        "/openapi/v3",
        "/readyz",
        "/version");
  }

  private void discover(Exchange exchange, Replies replies, List<String> parts) throws IOException {
    boolean core = parts.getFirst().equals("api");
    if (parts.size() == 1) {
      var aggregated = aggregatedVersion(exchange);
      if (aggregated.isPresent()) {
        replies.bytes(
            "application/json;g=%s;v=%s;as=APIGroupDiscoveryList"
                .formatted(DISCOVERY_GROUP, aggregated.get()),
            200,
            discovery.aggregated(core, aggregated.get()).bytes());
      } else {
        replies.json(
            200,
            core
                ? discovery.apiVersions(exchange.header("Host").orElse("localhost"))
                : discovery.groupList());
      }
      return;
    }
    Optional<Json.Obj> document =
        core
            ? parts.size() == 2 ? discovery.resources("", parts.get(1)) : Optional.empty()
            : parts.size() == 2
                ? discovery.group(parts.get(1))
                : parts.size() == 3
                    ? discovery.resources(parts.get(1), parts.get(2))
                    : Optional.empty();
    replies.json(200, document.orElseThrow(NoSuchPath::new));
  }

  private static Optional<String> aggregatedVersion(Exchange exchange) {
    for (var type : MediaType.accepted(exchange.header("Accept").orElse(""))) {
      if (type.parameter("as").equals("APIGroupDiscoveryList")
          && type.parameter("g").equals(DISCOVERY_GROUP)
          && type.name().equals(MediaType.JSON)
          && List.of("v2", "v2beta1").contains(type.parameter("v"))) {
        return Optional.of(type.parameter("v"));
      }
      if (type.parameter("as").isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private void openApi(Exchange exchange, Replies replies, List<String> parts) throws IOException {
    if (parts.equals(List.of("openapi", "v2"))) {
      openApiV2(exchange, replies);
    } else if (parts.equals(List.of("openapi", "v3"))) {
      replies.bytes(MediaType.JSON, 200, documents.openApiV3Index());
    } else if (parts.size() > 2 && parts.get(1).equals("v3")) {
      var path = String.join("/", parts.subList(2, parts.size()));
      replies.bytes(MediaType.JSON, 200, documents.openApiV3(path).orElseThrow(NoSuchPath::new));
    } else {
      throw new NoSuchPath();
    }
  }

  /**
   * Answers with the first of JSON and protocol buffers that the client accepts; JSON if it names
   * neither. Older clients write an @ in the media type of protocol buffers, which is not allowed
   * there and must not appear in a response.
   */
  private void openApiV2(Exchange exchange, Replies replies) throws IOException {
    var protobuf = documents.openApiV2ProtobufType().replace('@', '.');
    for (var type : MediaType.accepted(exchange.header("Accept").orElse(""))) {
      if (type.name().replace('@', '.').equals(protobuf.toLowerCase(Locale.ROOT))) {
        replies.bytes(protobuf, 200, documents.openApiV2Protobuf());
        return;
      }
      if (type.name().equals(MediaType.JSON)) {
        break;
      }
    }
    replies.bytes(MediaType.JSON, 200, documents.openApiV2());
  }

  private static void report(
      Exchange exchange, Replies replies, List<String> parts, Map<String, String> checks)
      throws IOException {
    if (parts.size() == 2) {
      var trouble = checks.get(parts.get(1));
      if (trouble == null) {
        throw new NoSuchPath();
      }
      replies.text(trouble.isEmpty() ? 200 : 500, trouble.isEmpty() ? "ok" : trouble);
      return;
    }
    boolean fine = checks.values().stream().allMatch(String::isEmpty);
    if (fine && !new Parameters(exchange.query()).has("verbose")) {
      replies.text(200, "ok");
      return;
    }
    var text = new StringBuilder();
    new TreeMap<>(checks)
        .forEach(
            (name, trouble) ->
                text.append(trouble.isEmpty() ? "[+]" : "[-]")
                    .append(name)
                    .append(trouble.isEmpty() ? " ok\n" : " failed: " + trouble + "\n"));
    text.append(parts.getFirst()).append(fine ? " check passed\n" : " check failed\n");
    replies.text(fine ? 200 : 500, text.toString());
  }
}
