package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

/** A consumer that may use the claim: today always a pod. */
public record ResourceClaimConsumerReference(
    String apiGroup, String resource, String name, String uid) {
  public ResourceClaimConsumerReference {
    requireNonNull(apiGroup, "apiGroup");
    requireNonNull(resource, "resource");
    requireNonNull(name, "name");
    requireNonNull(uid, "uid");
  }
}
