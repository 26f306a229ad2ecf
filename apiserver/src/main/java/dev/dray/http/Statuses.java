package dev.dray.http;

import dev.dray.api.json.Json;

/** The Status objects that are not errors. */
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
