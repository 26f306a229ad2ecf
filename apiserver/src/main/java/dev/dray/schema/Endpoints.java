package dev.dray.schema;

import dev.dray.schema.OpenApiOperation.About;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The paths of a kind and their operations, for OpenAPI. */
final class Endpoints {

  /** The parameters and operations of a path. */
  record Endpoint(List<Parameter> parameters, List<OpenApiOperation> operations) {
    Endpoint {
      parameters = List.copyOf(parameters);
      operations = List.copyOf(operations);
    }
  }

  private static final Map<String, GroupVersionKind> KINDS_OF_SUBRESOURCES =
      Map.of(
          "binding", new GroupVersionKind("", "v1", "Binding"),
          "eviction", new GroupVersionKind("policy", "v1", "Eviction"),
          "token", new GroupVersionKind("authentication.k8s.io", "v1", "TokenRequest"));

  private final Schemas schemas;
  private final Served served;
  private final GroupVersionKind kind;
  private final String type;
  private final Map<String, Endpoint> paths = new TreeMap<>();

  private Endpoints(Schemas schemas, Served served) {
    this.schemas = schemas;
    this.served = served;
    this.kind = new GroupVersionKind(served.group(), served.version(), served.kind());
    this.type = typeOf(kind);
  }

  /** Returns all paths of a kind, in order. */
  static Map<String, Endpoint> of(Schemas schemas, Served served) {
    var endpoints = new Endpoints(schemas, served);
    endpoints.addCollection();
    endpoints.addObject();
    served.subresources().forEach(endpoints::addSubresource);
    return endpoints.paths;
  }

  /** Returns the tag that groups the operations in documentation: {@code rbacAuthorization_v1}. */
  static String tag(Served served) {
    var group = groupName(served);
    return group.substring(0, 1).toLowerCase(Locale.ROOT)
        + group.substring(1)
        + "_"
        + served.version();
  }

  private static String groupName(Served served) {
    var group = served.group().isEmpty() ? "core" : served.group().replace(".k8s.io", "");
    var name = new StringBuilder();
    for (var part : group.split("\\.", -1)) {
      name.append(capitalized(part));
    }
    return name.toString();
  }

  private static String capitalized(String word) {
    return word.isEmpty() ? "" : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private String typeOf(GroupVersionKind kind) {
    return schemas
        .of(kind.apiVersion(), kind.kind())
        .map(SchemaType.Struct::name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No type table has (%s); add it to tools/schema.".formatted(kind)));
  }

  private boolean can(String verb) {
    return served.verbs().contains(verb);
  }

  private String scope() {
    return served.namespaced() ? "Namespaced" : "";
  }

  private About about(String verb, String words, GroupVersionKind of, String rest) {
    var id = verb + groupName(served) + capitalized(served.version()) + rest;
    return new About(id, words, of);
  }

  private String collectionPath() {
    return "/"
        + served.root()
        + (served.namespaced() ? "/namespaces/{namespace}/" : "/")
        + served.plural();
  }

  private List<Parameter> collectionParameters() {
    return served.namespaced()
        ? List.of(Parameter.NAMESPACE, Parameter.PRETTY)
        : List.of(Parameter.PRETTY);
  }

  private void addCollection() {
    var operations = new ArrayList<OpenApiOperation>();
    var listType =
        schemas.of(served.apiVersion(), served.kind() + "List").map(SchemaType.Struct::name);
    var name = served.kind();
    if (can("list")) {
      var about =
          about("list", "List or watch objects of kind %s.".formatted(name), kind, scope() + name);
      listType.ifPresent(list -> operations.add(OpenApiOperation.list(about, list)));
    }
    if (can("create")) {
      operations.add(
          OpenApiOperation.post(
              about("create", "Create a %s.".formatted(name), kind, scope() + name), type));
    }
    if (can("deletecollection")) {
      operations.add(
          OpenApiOperation.deleteCollection(
              about(
                  "delete",
                  "Delete all selected objects of kind %s.".formatted(name),
                  kind,
                  "Collection" + scope() + name)));
    }
    add(collectionPath(), collectionParameters(), operations);
    if (served.namespaced() && can("list")) {
      listType.ifPresent(this::addAllNamespaces);
    }
  }

  private void addAllNamespaces(String listType) {
    var about =
        about(
            "list",
            "List or watch objects of kind %s in all namespaces.".formatted(served.kind()),
            kind,
            served.kind() + "ForAllNamespaces");
    add(
        "/" + served.root() + "/" + served.plural(),
        List.of(Parameter.PRETTY),
        List.of(OpenApiOperation.list(about, listType)));
  }

  private List<Parameter> objectParameters() {
    var parameters = new ArrayList<Parameter>();
    parameters.add(Parameter.nameOf(served.kind()));
    parameters.addAll(collectionParameters());
    return parameters;
  }

  private void addObject() {
    var operations = new ArrayList<OpenApiOperation>();
    var name = served.kind();
    var rest = scope() + name;
    if (can("get")) {
      operations.add(
          OpenApiOperation.get(about("read", "Read a %s.".formatted(name), kind, rest), type));
    }
    if (can("update")) {
      operations.add(
          OpenApiOperation.put(
              about("replace", "Replace a %s.".formatted(name), kind, rest), type));
    }
    if (can("delete")) {
      operations.add(
          OpenApiOperation.delete(
              about("delete", "Delete a %s.".formatted(name), kind, rest),
              answersDeletion() ? type : OpenApiOperation.STATUS));
    }
    if (can("patch")) {
      operations.add(
          OpenApiOperation.patch(
              about("patch", "Change parts of a %s.".formatted(name), kind, rest), type));
    }
    add(collectionPath() + "/{name}", objectParameters(), operations);
  }

  /** Returns whether a deletion is answered with the object; for most kinds it is a Status. */
  private boolean answersDeletion() {
    return served.group().equals("resource.k8s.io")
        || List.of("Pod", "ServiceAccount", "ResourceQuota").contains(served.kind());
  }

  private void addSubresource(String subresource) {
    var rest = scope() + served.kind() + capitalized(subresource);
    var words = "%s of a " + served.kind() + ".";
    var other = Optional.ofNullable(KINDS_OF_SUBRESOURCES.get(subresource));
    var operations = new ArrayList<OpenApiOperation>();
    if (other.isPresent()) {
      var of = other.get();
      var about = about("create", "Create the " + words.formatted(subresource), of, rest);
      operations.add(OpenApiOperation.post(about, typeOf(of)));
    } else {
      var part = words.formatted(subresource);
      operations.add(OpenApiOperation.get(about("read", "Read the " + part, kind, rest), type));
      operations.add(
          OpenApiOperation.put(about("replace", "Replace the " + part, kind, rest), type));
      operations.add(
          OpenApiOperation.patch(about("patch", "Change the " + part, kind, rest), type));
    }
    add(collectionPath() + "/{name}/" + subresource, objectParameters(), operations);
  }

  private void add(String path, List<Parameter> parameters, List<OpenApiOperation> operations) {
    if (!operations.isEmpty()) {
      paths.put(path, new Endpoint(parameters, operations));
    }
  }
}
