package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;

/**
 * A container and the resources it takes of its node.
 *
 * @param restartPolicy {@code Always} makes an init container a sidecar
 * @param requests the requested resources; where only a limit is given, the limit
 */
public record Container(
    String name,
    String restartPolicy,
    Map<String, Quantity> requests,
    List<ContainerClaim> claims,
    List<ContainerPort> ports) {
  public Container {
    requireNonNull(name, "name");
    requireNonNull(restartPolicy, "restartPolicy");
    requests = FrozenMap.copyOf(requests);
    claims = List.copyOf(claims);
    ports = List.copyOf(ports);
  }

  /** Returns whether it starts before the other containers and runs beside them. */
  public boolean isSidecar() {
    return restartPolicy.equals("Always");
  }
}
