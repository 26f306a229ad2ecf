package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Draft;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The metadata fields that the server sets. */
final class ServerMetadata {
  private static final List<String> KEPT =
      List.of(
          "namespace",
          "uid",
          "creationTimestamp",
          "generation",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "selfLink");

  /** No vowels, so that no words come about, and no letters or digits that look alike. */
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int SUFFIX = 5;
  private static final int LONGEST = 63;

  private ServerMetadata() {}

  static Json.Obj of(Json.Obj object) {
    return object.object("metadata");
  }

  static Json.Obj with(Json.Obj object, String field, Json value) {
    return object.with("metadata", of(object).with(field, value));
  }

  static Json.Obj without(Json.Obj object, String field) {
    return object.with("metadata", of(object).without(field));
  }

  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Returns a new object with the metadata that every new object gets. */
  static Draft born(
      Draft draft, String namespace, String name, Instant now, RandomGenerator random) {
    var metadata =
        draft
            .metadata()
            .without("resourceVersion")
            .without("selfLink")
            .without("deletionTimestamp")
            .without("deletionGracePeriodSeconds")
            .with("name", Json.of(name))
            .with("uid", Json.of(uid(random).toString()))
            .with("creationTimestamp", Json.of(time(now)));
    return draft.withMetadata(
        namespace.isEmpty()
            ? metadata.without("namespace")
            : metadata.with("namespace", Json.of(namespace)));
  }

  /** Returns a name for an object that has only a {@code generateName}. */
  static String generatedName(String base, RandomGenerator random) {
    var name = new StringBuilder(base);
    if (name.length() > LONGEST - SUFFIX) {
      name.setLength(LONGEST - SUFFIX);
    }
    for (int i = 0; i < SUFFIX; i++) {
      name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return name.toString();
  }

  /** Returns a version 4 UUID, as {@link UUID#randomUUID} would make it from these random bits. */
  private static UUID uid(RandomGenerator random) {
    return new UUID(
        (random.nextLong() & ~0xf000L) | 0x4000L,
        (random.nextLong() & ~(0b11L << 62)) | (0b10L << 62));
  }

  /** Returns a written object with the stored values of the fields that no write can change. */
  static Draft carriedOver(Draft written, Json.Obj stored) {
    var metadata = written.metadata().without("resourceVersion");
    for (var field : KEPT) {
      Optional<Json> kept = of(stored).find(field);
      metadata = kept.isPresent() ? metadata.with(field, kept.get()) : metadata.without(field);
    }
    return written.withMetadata(metadata);
  }

  static List<String> finalizers(Json.Obj object) {
    return object.texts("metadata", "finalizers");
  }

  static Json.Obj withFinalizers(Json.Obj object, List<String> finalizers) {
    return finalizers.isEmpty()
        ? without(object, "finalizers")
        : with(object, "finalizers", Json.strings(finalizers));
  }

  /** Returns a violation if a write adds finalizers to an object that is being deleted. */
  static Violations lateFinalizers(Json.Obj object, Json.Obj stored) {
    if (!isDeleted(stored)) {
      return Violations.NONE;
    }
    var late = new ArrayList<>(finalizers(object));
    late.removeAll(finalizers(stored));
    if (late.isEmpty()) {
      return Violations.NONE;
    }
    var names = late.stream().map(it -> '"' + it + '"').collect(Collectors.joining(", "));
    return Violations.of(
        Violation.forbidden(
            FieldPath.of("metadata").child("finalizers"),
            "no new finalizers can be added if the object is being deleted, found new finalizers"
                + " []string{%s}".formatted(names)));
  }

  static boolean isDeleted(Json.Obj object) {
    return of(object).has("deletionTimestamp");
  }

  /** Returns whether the grace period of a deletion is over, or there was none. */
  static boolean isDue(Json.Obj object) {
    return object.number("metadata", "deletionGracePeriodSeconds").orElse(0L) == 0;
  }
}
