package dev.dray.schema;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The types of every kind and version that the server has, from the tables among the resources.
 *
 * <p>A table is read when one of its types is first requested.
 */
public final class Schemas {
  private static final String META = "meta.v1";

  /** The name of each API group in the tables. */
  private static final Map<String, String> GROUPS =
      Map.ofEntries(
          Map.entry("", "core"),
          Map.entry("authentication.k8s.io", "authentication"),
          Map.entry("authorization.k8s.io", "authorization"),
          Map.entry("coordination.k8s.io", "coordination"),
          Map.entry("events.k8s.io", "events"),
          Map.entry("meta.k8s.io", "meta"),
          Map.entry("policy", "policy"),
          Map.entry("rbac.authorization.k8s.io", "rbac"),
          Map.entry("resource.k8s.io", "resource"),
          Map.entry("scheduling.k8s.io", "scheduling"));

  private static final List<String> RESOURCE_VERSIONS =
      List.of("v1", "v1beta2", "v1beta1", "v1alpha3");

  /** The kinds that belong to no group, and are sent in every version or in v1. */
  private static final List<String> META_KINDS =
      List.of(
          "APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "DeleteOptions", "Status");

  private final Map<String, TypeTable> tables = new ConcurrentHashMap<>();
  private final TypeDescriptions typeDescriptions = new TypeDescriptions();

  private Schemas() {}

  /** Returns all types; nothing is read yet. */
  public static Schemas load() {
    return new Schemas();
  }

  /** Returns the type of a kind; empty if the version does not have it. */
  public Optional<SchemaType.Struct> of(String apiVersion, String kind) {
    if (META_KINDS.contains(kind)) {
      return table(META).kind(kind);
    }
    return tableOf(apiVersion).flatMap(typeTable -> typeTable.kind(kind));
  }

  /** Returns the names of all kinds of a version, including lists. */
  public List<String> kinds(String apiVersion) {
    return tableOf(apiVersion).map(TypeTable::kinds).orElse(List.of());
  }

  public SchemaType.Struct objectMeta() {
    return struct(META, "ObjectMeta");
  }

  /**
   * Returns the group, version and kind names of every type that is a kind, for the served ones.
   */
  Map<String, List<GroupVersionKind>> names(List<Served> served) {
    var names = new HashMap<String, List<GroupVersionKind>>();
    GROUPS.forEach(
        (group, table) -> {
          for (var version : versions(table)) {
            var apiVersion = group.isEmpty() ? version : group + "/" + version;
            for (var kind : kinds(apiVersion)) {
              var called = new GroupVersionKind(group, version, kind);
              names.put(struct(table + "." + version, kind).name(), List.of(called));
            }
          }
        });
    for (var kind : META_KINDS) {
      names.put(struct(META, kind).name(), List.of(new GroupVersionKind("", "v1", kind)));
    }
    names.put(struct(META, "DeleteOptions").name(), everywhere("DeleteOptions", served));
    return names;
  }

  private static List<GroupVersionKind> everywhere(String kind, List<Served> served) {
    var all = new LinkedHashSet<GroupVersionKind>();
    all.add(new GroupVersionKind("", "v1", kind));
    served.forEach(each -> all.add(new GroupVersionKind(each.group(), each.version(), kind)));
    return List.copyOf(all);
  }

  private static List<String> versions(String group) {
    return group.equals("resource") ? RESOURCE_VERSIONS : List.of("v1");
  }

  private Optional<TypeTable> tableOf(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    var group = GROUPS.get(slash < 0 ? "" : apiVersion.substring(0, slash));
    var version = apiVersion.substring(slash + 1);
    if (group == null) {
      return Optional.empty();
    }
    return versions(group).contains(version)
        ? Optional.of(table(group + "." + version))
        : Optional.empty();
  }

  /** Returns a type by package, such as core.v1, and name. */
  SchemaType.Struct struct(String table, String name) {
    return table(table)
        .struct(name)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The type (%s) is not in the table (%s).".formatted(name, table)));
  }

  private TypeTable table(String name) {
    var known = tables.get(name);
    if (known != null) {
      return known;
    }
    var read = TableReader.read(name, this, typeDescriptions);
    return requireNonNull(tables.computeIfAbsent(name, _ -> read));
  }
}
