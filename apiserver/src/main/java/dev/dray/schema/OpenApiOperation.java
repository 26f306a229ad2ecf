package dev.dray.schema;

import dev.dray.api.meta.FrozenMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP method at a path.
 *
 * @param method the HTTP method, in lower case
 * @param action upstream's name: get, list, post, put, patch, delete, deletecollection
 * @param body the type of the request body
 * @param answer the type of the response body
 * @param successes the status codes of success and their descriptions
 */
record OpenApiOperation(
    String method,
    String action,
    String id,
    String description,
    GroupVersionKind kind,
    List<Parameter> parameters,
    Optional<String> body,
    boolean bodyRequired,
    List<String> consumes,
    List<String> produces,
    String answer,
    Map<String, String> successes) {

  private static final String JSON = "application/json";
  private static final String YAML = "application/yaml";
  private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
  static final String PATCH = META + "Patch";
  static final String DELETE_OPTIONS = META + "DeleteOptions";
  static final String STATUS = META + "Status";

  private static final List<String> ANY = List.of("*/*");
  private static final List<String> PRODUCED = List.of(JSON, YAML);
  private static final List<String> STREAMED = List.of(JSON, YAML, JSON + ";stream=watch");
  private static final List<String> PATCHES =
      List.of(
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json",
          "application/apply-patch+yaml");

  OpenApiOperation {
    parameters = List.copyOf(parameters);
    consumes = List.copyOf(consumes);
    produces = List.copyOf(produces);
    successes = FrozenMap.copyOf(successes);
  }

  /** The id, description and kind of an operation. */
  record About(String id, String description, GroupVersionKind kind) {}

  static OpenApiOperation get(About about, String type) {
    return of("get", "get", about, List.of(), Optional.empty(), false, ANY, PRODUCED, type, "200");
  }

  static OpenApiOperation list(About about, String type) {
    return of(
        "get",
        "list",
        about,
        Parameter.OF_LISTS,
        Optional.empty(),
        false,
        ANY,
        STREAMED,
        type,
        "200");
  }

  static OpenApiOperation post(About about, String type) {
    return of(
        "post",
        "post",
        about,
        Parameter.OF_WRITES,
        Optional.of(type),
        true,
        ANY,
        PRODUCED,
        type,
        "200",
        "201",
        "202");
  }

  static OpenApiOperation put(About about, String type) {
    return of(
        "put",
        "put",
        about,
        Parameter.OF_WRITES,
        Optional.of(type),
        true,
        ANY,
        PRODUCED,
        type,
        "200",
        "201");
  }

  static OpenApiOperation patch(About about, String type) {
    return of(
        "patch",
        "patch",
        about,
        Parameter.OF_PATCHES,
        Optional.of(PATCH),
        true,
        PATCHES,
        PRODUCED,
        type,
        "200",
        "201");
  }

  static OpenApiOperation delete(About about, String type) {
    return of(
        "delete",
        "delete",
        about,
        Parameter.OF_DELETES,
        Optional.of(DELETE_OPTIONS),
        false,
        ANY,
        PRODUCED,
        type,
        "200",
        "202");
  }

  static OpenApiOperation deleteCollection(About about) {
    return of(
        "delete",
        "deletecollection",
        about,
        Parameter.OF_COLLECTION_DELETES,
        Optional.of(DELETE_OPTIONS),
        false,
        ANY,
        PRODUCED,
        STATUS,
        "200");
  }

  private static OpenApiOperation of(
      String method,
      String action,
      About about,
      List<Parameter> parameters,
      Optional<String> body,
      boolean bodyRequired,
      List<String> consumes,
      List<String> produces,
      String answer,
      String... codes) {
    return new OpenApiOperation(
        method,
        action,
        about.id(),
        about.description(),
        about.kind(),
        parameters,
        body,
        bodyRequired,
        consumes,
        produces,
        answer,
        successes(codes));
  }

  private static Map<String, String> successes(String... codes) {
    var successes = new LinkedHashMap<String, String>();
    for (var code : codes) {
      var words =
          switch (code) {
            case "201" -> "Created";
            case "202" -> "Accepted";
            default -> "OK";
          };
      successes.put(code, words);
    }
    return successes;
  }
}
