package dev.dray.http;

import dev.dray.api.json.Json;

/** Status objects that are no refusals. */
final class Statuses {
  private Statuses() {}

  static Json.Obj success() {
    return Json.obj(
        "kind", "Status",
        "apiVersion", "v1",
        "metadata", Json.Obj.EMPTY,
        "status", "Success",
        "code", 201);
  }
}
