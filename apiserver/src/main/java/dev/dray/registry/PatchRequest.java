package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import java.util.List;

/** The body of a patch request. */
public record PatchRequest(Sort sort, Json patch, List<FieldPath> repeated) {

  /** The type of a patch. */
  public enum Sort {
    JSON_PATCH,
    MERGE,
    STRATEGIC,
    APPLY
  }

  public PatchRequest {
    repeated = List.copyOf(repeated);
  }
}
