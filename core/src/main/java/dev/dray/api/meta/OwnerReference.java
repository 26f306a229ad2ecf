package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** A reference to the owner of an object, for garbage collection. */
public record OwnerReference(
    String apiVersion,
    String kind,
    String name,
    String uid,
    Optional<Boolean> controller,
    Optional<Boolean> blockOwnerDeletion) {
  public OwnerReference {
    requireNonNull(apiVersion, "apiVersion");
    requireNonNull(kind, "kind");
    requireNonNull(name, "name");
    requireNonNull(uid, "uid");
    requireNonNull(controller, "controller");
    requireNonNull(blockOwnerDeletion, "blockOwnerDeletion");
  }
}
