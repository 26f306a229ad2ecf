package dev.dray.registry;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.Strategy;
import dev.dray.patch.PatchMistake;
import dev.dray.patch.Patches;
import dev.dray.watch.Item;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The patch verb's first half: computes from a patch what the object is to become. {@link Writes}
 * stores it.
 */
final class Patching {
  private final Target target;
  private final PatchRequest patch;
  private final WriteOptions options;
  private final FieldOwners owners;
  private final InstantSource clock;

  Patching(
      Target target,
      PatchRequest patch,
      WriteOptions options,
      FieldOwners owners,
      InstantSource clock) {
    this.target = target;
    this.patch = patch;
    this.options = options;
    this.owners = owners;
    this.clock = clock;
  }

  /** Returns what the patch makes of an object. */
  Writes.Proposal of(Item item) {
    var live = target.resource().strategy().encode(item.tree(), target.version());
    if (patch.sort() == PatchRequest.Sort.APPLY) {
      return applied(Optional.of(live));
    }
    var patched = patched(live);
    if (!(patched instanceof Json.Obj object)) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "The patch does not result in an object. Maybe it replaces the whole document.");
    }
    var decoded = decoded(object);
    return new Writes.Proposal(decoded.draft(), decoded.warnings(), false);
  }

  /** Returns what an apply creates if the object does not exist. */
  Writes.Proposal fresh() {
    return applied(Optional.empty());
  }

  private Writes.Proposal applied(Optional<Json.Obj> live) {
    var body = new Body(object(), patch.repeated());
    // Decoded only to find mistakes: the applier must not come to own defaults.
    var checked = Decoding.decode(target, body, options.validation());
    if (!checked.draft().metadata().text("name").isEmpty()) {
      Decoding.requireName(target, checked.draft());
    }
    var merged = owners.applied(target, live, body.tree(), options, clock.instant());
    var decoded =
        target.resource().strategy().decode(merged, target.version(), FieldValidation.IGNORE);
    return new Writes.Proposal(decoded.draft(), checked.warnings(), true);
  }

  private Json.Obj object() {
    if (patch.patch() instanceof Json.Obj object) {
      return object;
    }
    throw new StatusError(StatusError.Reason.BAD_REQUEST, "The patch must be an object.");
  }

  private Json patched(Json.Obj live) {
    try {
      return switch (patch.sort()) {
        case JSON_PATCH -> Patches.jsonPatch(live, patch.patch());
        case MERGE -> Patches.mergePatch(live, patch.patch());
        case STRATEGIC -> Patches.strategicMerge(live, object(), owners.type(target));
        case APPLY -> throw new IllegalStateException("An apply is handled by FieldOwners.");
      };
    } catch (PatchMistake e) {
      throw refusal(e);
    }
  }

  static StatusError refusal(PatchMistake e) {
    var message = String.valueOf(e.getMessage());
    return switch (e.sort()) {
      case MALFORMED -> new StatusError(StatusError.Reason.BAD_REQUEST, message);
      case TOO_LARGE -> new StatusError(StatusError.Reason.REQUEST_ENTITY_TOO_LARGE, message);
      // Without details: with them, kubectl would not show the message.
      case UNFIT -> new StatusError(StatusError.Reason.INVALID, message);
    };
  }

  /** Checks that the patch does not change the object's kind or version. */
  private void requireType(Json.Obj patched) {
    var resource = target.resource();
    if (!patched.text("kind").equals(resource.kind())
        || !patched.text("apiVersion").equals(target.apiVersion())) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "The patch must not change kind or version, but makes %s in version %s of %s in version %s."
              .formatted(
                  patched.text("kind"),
                  patched.text("apiVersion"),
                  resource.kind(),
                  target.apiVersion()));
    }
  }

  private Strategy.Decoded decoded(Json.Obj object) {
    var strategy = target.resource().strategy();
    var decoded = strategy.decode(object, target.version(), options.validation());
    if (decoded.errors().isEmpty()) {
      requireType(object);
      Decoding.requireName(target, decoded.draft());
      Decoding.requireNamespace(target, decoded.draft());
      return decoded;
    }
    if (decoded.errors().stream().allMatch(it -> it.startsWith("unknown field"))) {
      var shown = patch.patch().toText();
      throw StatusError.invalid(
          target.resource(),
          target.name(),
          Violations.of(
              Violation.invalid(
                  FieldPath.of("patch"),
                  shown,
                  "strict decoding error: " + String.join(", ", decoded.errors()))));
    }
    throw Decoding.unreadable(target, decoded.errors());
  }
}
