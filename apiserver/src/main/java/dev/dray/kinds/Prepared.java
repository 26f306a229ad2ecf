package dev.dray.kinds;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import java.util.List;

/** An object that is ready to be stored, unless it has violations. */
public record Prepared(Json.Obj object, Violations violations, List<String> warnings) {
  public Prepared {
    requireNonNull(object, "object");
    requireNonNull(violations, "violations");
    warnings = List.copyOf(warnings);
  }
}
