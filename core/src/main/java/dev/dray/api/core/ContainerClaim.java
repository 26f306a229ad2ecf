package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** A claim of the pod that a container uses: all of it, or one request if that is not empty. */
public record ContainerClaim(String name, String request) {
  public ContainerClaim {
    requireNonNull(name, "name");
    requireNonNull(request, "request");
  }
}
