package dev.dray.registry;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import java.util.List;

/**
 * What a request carries.
 *
 * @param repeated fields that it has more than once
 */
public record Body(Json.Obj tree, List<FieldPath> repeated) {
  public Body {
    requireNonNull(tree, "tree");
    repeated = List.copyOf(repeated);
  }

  public Body(Json.Obj tree) {
    this(tree, List.of());
  }
}
