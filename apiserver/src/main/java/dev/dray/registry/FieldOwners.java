package dev.dray.registry;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.patch.ManagedFields;
import dev.dray.patch.PatchMistake;
import dev.dray.schema.FieldCheck;
import dev.dray.schema.SchemaType;
import dev.dray.schema.Schemas;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The registry's use of managed fields: records which manager wrote which fields, in the version in
 * which they were written.
 */
public final class FieldOwners {
  private static final List<String> MANAGED = List.of("metadata", "managedFields");

  private final Schemas schemas;

  /**
   * The parts that every object of a kind has, by kind and version: needed at every write, and
   * constant.
   */
  private final Map<KindVersion, Json.Obj> blanks = new ConcurrentHashMap<>();

  private record KindVersion(String kind, String apiVersion) {}

  public FieldOwners(Schemas schemas) {
    this.schemas = schemas;
  }

  /**
   * Returns a written object, in the stored version, with its managed fields brought up to date.
   */
  Json.Obj written(
      Target target,
      Optional<Json.Obj> stored,
      Json.Obj written,
      WriteOptions options,
      Instant now) {
    if (find(target).isEmpty()) {
      return written;
    }
    var tracked =
        ManagedFields.updated(
            stored.map(it -> inVersion(target, it)),
            inVersion(target, written),
            write(target, options, now),
            new KindVersions(target.resource()));
    var entries = tracked.find("metadata", "managedFields");
    return written.withOrWithout(MANAGED, entries);
  }

  /**
   * Applies a configuration to an object, both in the target's version, and returns the result.
   *
   * @throws StatusError if other managers own fields that would change
   */
  Json.Obj applied(
      Target target, Optional<Json.Obj> live, Json.Obj applied, WriteOptions options, Instant now) {
    var known = FieldCheck.check(applied, type(target)).pruned();
    try {
      return switch (ManagedFields.apply(
          live,
          known,
          write(target, options, now),
          options.force(),
          new KindVersions(target.resource()))) {
        case ManagedFields.Applied.Merged(var object) -> object;
        case ManagedFields.Applied.Conflicts(var conflicts, var message) ->
            throw StatusError.about(
                StatusError.Reason.CONFLICT,
                target.resource(),
                target.name(),
                message,
                conflicts.stream()
                    .map(
                        it ->
                            new StatusError.Cause("FieldManagerConflict", it.message(), it.field()))
                    .toList());
      };
    } catch (PatchMistake e) {
      throw Patching.refusal(e);
    }
  }

  private static ManagedFields.Write write(Target target, WriteOptions options, Instant now) {
    var untouched = target.resource().strategy().untouched(target.subresource());
    return new ManagedFields.Write(
        options.manager(), target.apiVersion(), target.subresource(), now, untouched);
  }

  /** Converts an object from the stored version to that of the request. */
  private static Json.Obj inVersion(Target target, Json.Obj object) {
    return target.resource().isStoredAs(target.version())
        ? object
        : target.resource().strategy().encode(object, target.version());
  }

  private Optional<SchemaType.Struct> find(Target target) {
    return schemas.of(target.apiVersion(), target.resource().kind());
  }

  SchemaType.Struct type(Target target) {
    return find(target)
        .orElseThrow(
            () ->
                new StatusError(
                    StatusError.Reason.UNSUPPORTED_MEDIA_TYPE,
                    "%s in version %s can be patched by JSON patch and merge patch only."
                        .formatted(target.resource().kind(), target.apiVersion())));
  }

  /** A kind in all its versions. */
  private final class KindVersions implements ManagedFields.Versions {
    private final Resource resource;

    KindVersions(Resource resource) {
      this.resource = resource;
    }

    @Override
    public Json.Obj inVersion(Json.Obj object, String apiVersion) {
      if (object.text("apiVersion").equals(apiVersion)) {
        return object;
      }
      var strategy = resource.strategy();
      var own = version(object.text("apiVersion"));
      var stored =
          own.equals(resource.storedVersion())
              ? object
              : strategy.decode(object, own, FieldValidation.IGNORE).draft().tree();
      var wanted = version(apiVersion);
      return wanted.equals(resource.storedVersion()) ? stored : strategy.encode(stored, wanted);
    }

    @Override
    public Optional<SchemaType.Struct> type(String apiVersion) {
      return schemas.of(apiVersion, resource.kind());
    }

    @Override
    public Json.Obj blank(String apiVersion) {
      return blanks.computeIfAbsent(
          new KindVersion(resource.kind(), apiVersion),
          _ -> ManagedFields.Versions.super.blank(apiVersion));
    }

    private static String version(String apiVersion) {
      return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }
  }
}
