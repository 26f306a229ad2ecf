package dev.dray.schema;

import dev.dray.api.json.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The OpenAPI documents of the running server, by which clients explain and validate objects.
 *
 * <p>Each is made when it is first requested, and kept.
 */
public final class OpenApi {
  /** The media type of {@link #v2Protobuf}. */
  public static final String V2_PROTOBUF =
      "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

  private final Schemas schemas;
  private final List<Served> served;
  private final Map<String, byte[]> made = new ConcurrentHashMap<>();

  public OpenApi(Schemas schemas, List<Served> served) {
    this.schemas = schemas;
    this.served = List.copyOf(served);
  }

  /** Returns {@code /openapi/v2}: everything in one document. */
  public byte[] v2() {
    return once("v2", () -> document(Dialect.V2, served).bytes());
  }

  /** Returns the same as protobuf, which Go clients request by {@link #V2_PROTOBUF}. */
  public byte[] v2Protobuf() {
    return once("v2.pb", () -> SwaggerWriter.write(document(Dialect.V2, served)));
  }

  /**
   * Returns {@code /openapi/v3}: the URL of each version's document, with its hash, so that clients
   * can cache it.
   */
  public byte[] v3Index() {
    return once("v3", () -> index().bytes());
  }

  /**
   * Returns {@code /openapi/v3/PATH}: the document of {@code api/v1}, {@code
   * apis/resource.k8s.io/v1}.
   */
  public Optional<byte[]> v3(String path) {
    var here = served.stream().filter(each -> each.root().equals(path)).toList();
    return here.isEmpty()
        ? Optional.empty()
        : Optional.of(once("v3/" + path, () -> document(Dialect.V3, here).bytes()));
  }

  /** Returns the hash of a path's document, as in the index; it changes with the content. */
  public Optional<String> v3Hash(String path) {
    return v3(path).map(OpenApi::hash);
  }

  private byte[] once(String name, Supplier<byte[]> make) {
    var known = made.get(name);
    if (known != null) {
      return known;
    }
    var bytes = make.get();
    var first = made.putIfAbsent(name, bytes);
    return first == null ? bytes : first;
  }

  private Json index() {
    var paths = new TreeMap<String, Json>();
    for (var each : served) {
      paths.computeIfAbsent(
          each.root(),
          root ->
              Json.obj(
                  "serverRelativeURL",
                  "/openapi/v3/%s?hash=%s".formatted(root, v3Hash(root).orElseThrow())));
    }
    return Json.obj("paths", new Json.Obj(paths));
  }

  private static String hash(byte[] document) {
    try {
      var digest = MessageDigest.getInstance("SHA-512").digest(document);
      return HexFormat.of().withUpperCase().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-512.", e);
    }
  }

  private Json.Obj document(Dialect dialect, List<Served> of) {
    var info = Json.obj("title", "Kubernetes, by Dray", "version", "v1.37");
    var security = Json.obj("BearerToken", bearerToken());
    var definitions = definitions(dialect, of);
    return switch (dialect) {
      case V2 ->
          Json.obj(
              "swagger",
              "2.0",
              "info",
              info,
              "paths",
              paths(dialect, of),
              "definitions",
              definitions,
              "securityDefinitions",
              security,
              "security",
              Json.Arr.of(Json.obj("BearerToken", Json.Arr.of())));
      case V3 ->
          Json.obj(
              "openapi",
              "3.0.0",
              "info",
              info,
              "paths",
              paths(dialect, of),
              "components",
              Json.obj("schemas", definitions, "securitySchemes", security));
    };
  }

  private static Json bearerToken() {
    return Json.obj(
        "type", "apiKey",
        "description", "A bearer token.",
        "name", "authorization",
        "in", "header");
  }

  private Json paths(Dialect dialect, List<Served> of) {
    var paths = new TreeMap<String, Json>();
    for (var each : of) {
      var tag = Endpoints.tag(each);
      Endpoints.of(schemas, each)
          .forEach((path, endpoint) -> paths.put(path, endpoint(dialect, endpoint, tag)));
    }
    return new Json.Obj(paths);
  }

  private static Json endpoint(Dialect dialect, Endpoints.Endpoint endpoint, String tag) {
    var methods = new LinkedHashMap<String, Json>();
    for (var openApiOperation : endpoint.operations()) {
      methods.put(openApiOperation.method(), operation(dialect, openApiOperation, tag));
    }
    methods.put(
        "parameters", Json.of(endpoint.parameters().stream().map(dialect::parameter).toList()));
    return new Json.Obj(methods);
  }

  private static Json operation(Dialect dialect, OpenApiOperation openApiOperation, String tag) {
    var all = new LinkedHashMap<String, Json>();
    all.put("tags", Json.strings(List.of(tag)));
    all.put("description", Json.of(openApiOperation.description()));
    all.put("operationId", Json.of(openApiOperation.id()));
    dialect.addBodies(openApiOperation, all);
    all.put("x-kubernetes-action", Json.of(openApiOperation.action()));
    all.put("x-kubernetes-group-version-kind", openApiOperation.kind().json());
    return new Json.Obj(all);
  }

  private Json definitions(Dialect dialect, List<Served> of) {
    var definitions = new Definitions(dialect, schemas.names(of));
    for (var each : of) {
      for (var endpoint : Endpoints.of(schemas, each).values()) {
        endpoint.operations().forEach(openApiOperation -> add(openApiOperation, definitions));
      }
    }
    definitions.addPatch();
    return definitions.json();
  }

  private void add(OpenApiOperation openApiOperation, Definitions definitions) {
    var kind = openApiOperation.kind();
    for (var name : List.of(kind.kind(), kind.kind() + "List")) {
      schemas.of(kind.apiVersion(), name).ifPresent(definitions::add);
    }
    for (var name : List.of("Status", "DeleteOptions")) {
      schemas.of("v1", name).ifPresent(definitions::add);
    }
  }
}
