package dev.dray.registry;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import java.util.List;
import java.util.Optional;

/**
 * How an object is to be deleted.
 *
 * @param uid which it must have; empty for any
 * @param revision which it must have; empty for any
 */
public record DeleteOptions(
    Optional<Long> graceSeconds, String uid, String revision, Optional<Propagation> propagation) {
  public static final DeleteOptions PLAIN =
      new DeleteOptions(Optional.empty(), "", "", Optional.empty());

  /** What becomes of the objects that it owns. */
  public enum Propagation {
    /** They lose it as an owner and stay. */
    ORPHAN("Orphan"),
    /** They go after it. */
    BACKGROUND("Background"),
    /** They go before it. */
    FOREGROUND("Foreground");

    private final String words;

    Propagation(String words) {
      this.words = words;
    }
  }

  public DeleteOptions {
    requireNonNull(graceSeconds, "graceSeconds");
    requireNonNull(uid, "uid");
    requireNonNull(revision, "revision");
    requireNonNull(propagation, "propagation");
  }

  /** Of a DeleteOptions object, as requests carry it. */
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
