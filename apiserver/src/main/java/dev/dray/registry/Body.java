package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import java.util.List;

/**
 * The body of a write request.
 *
 * @param repeated the fields that the body has more than once
 */
public record Body(Json.Obj tree, List<FieldPath> repeated) {
  public Body {
    repeated = List.copyOf(repeated);
  }

  public Body(Json.Obj tree) {
    this(tree, List.of());
  }
}
