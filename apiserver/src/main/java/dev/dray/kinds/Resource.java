package dev.dray.kinds;

import dev.dray.api.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A kind of object and how it is served.
 *
 * @param group the API group; empty for the core group
 * @param versions the served versions, most preferred first
 * @param storedVersion the version it is stored in, served or not
 * @param subresources the subresources, such as {@code status}
 * @param lifetime the time after which objects expire
 */
public record Resource(
    String group,
    String plural,
    String singular,
    String kind,
    List<String> shortNames,
    List<String> categories,
    Scope scope,
    List<String> versions,
    String storedVersion,
    List<String> subresources,
    List<String> verbs,
    Optional<Duration> lifetime,
    Strategy strategy,
    Columns columns,
    FieldLabels fieldLabels) {

  /** The scope of a kind: cluster or namespace. */
  public enum Scope {
    CLUSTER,
    NAMESPACED
  }

  /** The verbs of nearly every kind. */
  public static final List<String> ALL_VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  public Resource {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    versions = List.copyOf(versions);
    subresources = List.copyOf(subresources);
    verbs = List.copyOf(verbs);
  }

  public boolean namespaced() {
    return scope == Scope.NAMESPACED;
  }

  /** Returns group and version as in {@code apiVersion:}. */
  public String apiVersion(String version) {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /**
   * Returns the resource as messages name it: {@code pods}, {@code resourceclaims.resource.k8s.io}.
   */
  public String qualifiedName() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** Returns the prefix of the keys of all objects of this kind. */
  public String keyPrefix() {
    // Events of both groups are the same objects, and are stored once.
    boolean core = group.isEmpty() || group.equals(GroupVersions.EVENTS);
    return "/registry/" + (core ? "core" : group) + "/" + plural + "/";
  }

  /** Returns whether objects of this version are stored as they are. */
  public boolean isStoredAs(String version) {
    return version.equals(storedVersion) && !group.equals(GroupVersions.EVENTS);
  }

  /** Returns the key of an object; the namespace is empty for a cluster-scoped one. */
  public String key(String namespace, String name) {
    return namespace.isEmpty() ? keyPrefix() + name : keyPrefix() + namespace + "/" + name;
  }

  /** Returns the key prefix of the objects in a namespace; of all objects if it is empty. */
  public String keyPrefix(String namespace) {
    return namespace.isEmpty() ? keyPrefix() : keyPrefix() + namespace + "/";
  }

  Resource in(List<String> versions) {
    return changed(
        shortNames, categories, versions, subresources, verbs, lifetime, columns, fieldLabels);
  }

  public Resource known(String shortName) {
    return changed(
        List.of(shortName),
        categories,
        versions,
        subresources,
        verbs,
        lifetime,
        columns,
        fieldLabels);
  }

  public Resource category(String category) {
    return changed(
        shortNames,
        List.of(category),
        versions,
        subresources,
        verbs,
        lifetime,
        columns,
        fieldLabels);
  }

  public Resource parts(String... subresources) {
    return changed(
        shortNames,
        categories,
        versions,
        List.of(subresources),
        verbs,
        lifetime,
        columns,
        fieldLabels);
  }

  public Resource verbs(List<String> verbs) {
    return changed(
        shortNames, categories, versions, subresources, verbs, lifetime, columns, fieldLabels);
  }

  public Resource lasting(Duration lifetime) {
    return changed(
        shortNames,
        categories,
        versions,
        subresources,
        verbs,
        Optional.of(lifetime),
        columns,
        fieldLabels);
  }

  public Resource shown(Columns columns) {
    return changed(
        shortNames, categories, versions, subresources, verbs, lifetime, columns, fieldLabels);
  }

  public Resource selectedBy(String field, Function<Json.Obj, String> value) {
    return changed(
        shortNames,
        categories,
        versions,
        subresources,
        verbs,
        lifetime,
        columns,
        fieldLabels.with(field, value));
  }

  private Resource changed(
      List<String> shortNames,
      List<String> categories,
      List<String> versions,
      List<String> subresources,
      List<String> verbs,
      Optional<Duration> lifetime,
      Columns columns,
      FieldLabels fieldLabels) {
    return new Resource(
        group,
        plural,
        singular,
        kind,
        shortNames,
        categories,
        scope,
        versions,
        storedVersion,
        subresources,
        verbs,
        lifetime,
        strategy,
        columns,
        fieldLabels);
  }

  @Override
  public String toString() {
    return qualifiedName();
  }
}
