package dev.dray.schema;

import dev.dray.api.json.Json;

/** The name of a kind in discovery and in OpenAPI. */
record GroupVersionKind(String group, String version, String kind) {

  String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  Json json() {
    return Json.obj("group", group, "version", version, "kind", kind);
  }
}
