package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import java.util.List;
import java.util.Optional;

/**
 * The options of a deletion.
 *
 * @param uid the UID that the object must have; empty for any
 * @param revision the resource version that the object must have; empty for any
 */
public record DeleteOptions(
    Optional<Long> graceSeconds, String uid, String revision, Optional<Propagation> propagation) {
  public static final DeleteOptions PLAIN =
      new DeleteOptions(Optional.empty(), "", "", Optional.empty());

  /** The fate of the objects that a deleted object owns. */
  public enum Propagation {
    /** They lose their owner reference and stay. */
    ORPHAN("Orphan"),
    /** They are deleted after it. */
    BACKGROUND("Background"),
    /** They are deleted before it. */
    FOREGROUND("Foreground");

    private final String words;

    Propagation(String words) {
      this.words = words;
    }
  }

  /** Reads a DeleteOptions object, as requests carry it. */
  public static DeleteOptions of(Json.Obj body) {
    if (body.has("orphanDependents") && body.has("propagationPolicy")) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Invalid value: \"%s\":"
                  .formatted(body.text("propagationPolicy"))
              + " orphanDependents and deletionPropagation cannot be both set");
    }
    Optional<Propagation> propagation =
        body.has("orphanDependents")
            ? Optional.of(
                body.truth("orphanDependents") ? Propagation.ORPHAN : Propagation.BACKGROUND)
            : named(body.text("propagationPolicy"));
    return new DeleteOptions(
        body.number("gracePeriodSeconds"),
        body.text("preconditions", "uid"),
        body.text("preconditions", "resourceVersion"),
        propagation);
  }

  private static Optional<Propagation> named(String policy) {
    if (policy.isEmpty()) {
      return Optional.empty();
    }
    for (var propagation : Propagation.values()) {
      if (propagation.words.equals(policy)) {
        return Optional.of(propagation);
      }
    }
    throw new StatusError(
        StatusError.Reason.INVALID,
        "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: \"%s\": "
                .formatted(policy)
            + "supported values: %s".formatted(List.of("Background", "Foreground", "Orphan", "")));
  }
}
