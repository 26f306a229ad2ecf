package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The discovery documents: groups, versions and resources, in the three forms clients ask for. */
final class Discovery {
  private static final List<String> VERSION_ORDER =
      List.of("v1", "v1beta2", "v1beta1", "v1alpha3", "v1alpha2", "v1alpha1");

  private final List<Resource> resources;
  private final List<VirtualResources.Kind> virtuals;

  Discovery(List<Resource> resources, List<VirtualResources.Kind> virtuals) {
    this.resources = List.copyOf(resources);
    this.virtuals = List.copyOf(virtuals);
  }

  /** Returns the versions of each group, preferred first; the core group has the empty name. */
  private Map<String, List<String>> groups() {
    var groups = new LinkedHashMap<String, List<String>>();
    for (var resource : resources) {
      var versions = groups.computeIfAbsent(resource.group(), _ -> new ArrayList<>());
      resource.versions().stream().filter(it -> !versions.contains(it)).forEach(versions::add);
    }
    for (var virtual : virtuals) {
      var versions = groups.computeIfAbsent(virtual.group(), _ -> new ArrayList<>());
      if (!versions.contains(virtual.version())) {
        versions.add(virtual.version());
      }
    }
    groups.values().forEach(it -> it.sort(Comparator.comparingInt(VERSION_ORDER::indexOf)));
    return groups;
  }

  Json.Obj apiVersions(String serverAddress) {
    return Json.obj(
        "kind", "APIVersions",
        "versions", Json.strings(List.of("v1")),
        "serverAddressByClientCIDRs",
            Json.Arr.of(Json.obj("clientCIDR", "0.0.0.0/0", "serverAddress", serverAddress)));
  }

  Json.Obj groupList() {
    var groups = new ArrayList<Json>();
    for (var group : groups().keySet()) {
      if (!group.isEmpty()) {
        group(group).ifPresent(it -> groups.add(it.without("kind").without("apiVersion")));
      }
    }
    return Json.obj("kind", "APIGroupList", "apiVersion", "v1", "groups", Json.of(groups));
  }

  Optional<Json.Obj> group(String group) {
    var versions = groups().get(group);
    if (versions == null || group.isEmpty()) {
      return Optional.empty();
    }
    var entries =
        versions.stream()
            .map(it -> Json.obj("groupVersion", group + "/" + it, "version", it))
            .toList();
    return Optional.of(
        Json.obj(
            "kind",
            "APIGroup",
            "apiVersion",
            "v1",
            "name",
            group,
            "versions",
            Json.of(entries),
            "preferredVersion",
            entries.getFirst()));
  }

  Optional<Json.Obj> resources(String group, String version) {
    if (!groups().getOrDefault(group, List.of()).contains(version)) {
      return Optional.empty();
    }
    var entries = new ArrayList<Json>();
    for (var resource : resources) {
      if (resource.group().equals(group) && resource.versions().contains(version)) {
        entries.add(entry(resource));
        for (var part : resource.subresources()) {
          entries.add(partEntry(resource, part));
        }
      }
    }
    for (var virtual : virtuals) {
      if (virtual.group().equals(group) && virtual.version().equals(version)) {
        entries.add(
            Json.obj(
                "name", virtual.plural(),
                "singularName", virtual.kind().toLowerCase(Locale.ROOT),
                "namespaced", virtual.namespaced(),
                "kind", virtual.kind(),
                "verbs", Json.strings(List.of("create"))));
      }
    }
    return Optional.of(
        Json.obj(
            "kind",
            "APIResourceList",
            "apiVersion",
            "v1",
            "groupVersion",
            group.isEmpty() ? version : group + "/" + version,
            "resources",
            Json.of(entries)));
  }

  private static Json.Obj entry(Resource resource) {
    var entry =
        Json.obj(
            "name", resource.plural(),
            "singularName", resource.singular(),
            "namespaced", resource.namespaced(),
            "kind", resource.kind(),
            "verbs", Json.strings(resource.verbs()));
    if (!resource.shortNames().isEmpty()) {
      entry = entry.with("shortNames", Json.strings(resource.shortNames()));
    }
    if (!resource.categories().isEmpty()) {
      entry = entry.with("categories", Json.strings(resource.categories()));
    }
    return entry;
  }

  private static Json.Obj partEntry(Resource resource, String part) {
    var acted = ActedParts.find(part);
    var entry =
        Json.obj(
            "name", resource.plural() + "/" + part,
            "singularName", "",
            "namespaced", resource.namespaced(),
            "kind", acted.map(ActedParts.Part::kind).orElse(resource.kind()),
            "verbs", Json.strings(ActedParts.verbs(part)));
    return acted
        .filter(it -> !it.group().isEmpty())
        .map(it -> entry.with("group", Json.of(it.group())).with("version", Json.of(it.version())))
        .orElse(entry);
  }

  /** Returns aggregated discovery, which newer clients ask for first. */
  Json.Obj aggregated(boolean core, String version) {
    var groups = new ArrayList<Json>();
    groups()
        .forEach(
            (group, versions) -> {
              if (group.isEmpty() == core) {
                groups.add(aggregatedGroup(group, versions));
              }
            });
    return Json.obj(
        "kind",
        "APIGroupDiscoveryList",
        "apiVersion",
        "apidiscovery.k8s.io/" + version,
        "metadata",
        Json.Obj.EMPTY,
        "items",
        Json.of(groups));
  }

  private Json.Obj aggregatedGroup(String group, List<String> versions) {
    var entries = new ArrayList<Json>();
    for (var version : versions) {
      var all = new ArrayList<Json>();
      for (var resource : resources) {
        if (resource.group().equals(group) && resource.versions().contains(version)) {
          all.add(aggregatedResource(resource, version));
        }
      }
      for (var virtual : virtuals) {
        if (virtual.group().equals(group) && virtual.version().equals(version)) {
          all.add(aggregatedVirtual(virtual));
        }
      }
      entries.add(Json.obj("version", version, "resources", Json.of(all), "freshness", "Current"));
    }
    return Json.obj(
        "metadata",
        group.isEmpty() ? Json.Obj.EMPTY : Json.obj("name", group),
        "versions",
        Json.of(entries));
  }

  private static Json.Obj aggregatedResource(Resource resource, String version) {
    var parts = new ArrayList<Json>();
    for (var part : resource.subresources()) {
      var acted = ActedParts.find(part);
      var kind =
          acted
              .map(it -> kind(it.group(), it.version(), it.kind()))
              .orElseGet(() -> kind(resource.group(), version, resource.kind()));
      parts.add(
          Json.obj(
              "subresource",
              part,
              "responseKind",
              kind,
              "verbs",
              Json.strings(ActedParts.verbs(part))));
    }
    var entry =
        Json.obj(
            "resource", resource.plural(),
            "responseKind", kind(resource.group(), version, resource.kind()),
            "scope", resource.namespaced() ? "Namespaced" : "Cluster",
            "singularResource", resource.singular(),
            "verbs", Json.strings(resource.verbs()));
    if (!resource.shortNames().isEmpty()) {
      entry = entry.with("shortNames", Json.strings(resource.shortNames()));
    }
    if (!resource.categories().isEmpty()) {
      entry = entry.with("categories", Json.strings(resource.categories()));
    }
    return parts.isEmpty() ? entry : entry.with("subresources", Json.of(parts));
  }

  private static Json.Obj aggregatedVirtual(VirtualResources.Kind virtual) {
    return Json.obj(
        "resource", virtual.plural(),
        "responseKind", kind(virtual.group(), virtual.version(), virtual.kind()),
        "scope", virtual.namespaced() ? "Namespaced" : "Cluster",
        "singularResource", virtual.kind().toLowerCase(Locale.ROOT),
        "verbs", Json.strings(List.of("create")));
  }

  private static Json.Obj kind(String group, String version, String kind) {
    return Json.obj("group", group, "version", version, "kind", kind);
  }
}
