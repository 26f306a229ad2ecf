package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import java.util.List;
import java.util.Optional;

/**
 * An object that is ready to be stored, unless it has violations.
 *
 * @param change the records of an update, if the kind has them
 */
public record Prepared(
    Json.Obj object, Optional<HubChange> change, Violations violations, List<String> warnings) {
  public Prepared {
    warnings = List.copyOf(warnings);
  }

  Prepared(Json.Obj object, Violations violations, List<String> warnings) {
    this(object, Optional.empty(), violations, warnings);
  }
}
