package dev.dray.api.resource.claim;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.Map;

/** The amounts a request needs of each device, by capacity name. */
public record CapacityRequirements(Map<String, Quantity> requests) {
  public CapacityRequirements {
    requests = FrozenMap.copyOf(requests);
  }
}
