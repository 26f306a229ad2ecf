package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.WriteContext;
import dev.dray.store.Precondition;
import dev.dray.store.StoreOperation;
import dev.dray.watch.Item;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The delete verb: removes objects at once, or marks them with a deletion timestamp while
 * finalizers or a grace period keep them.
 *
 * <p>Like {@link Writes}, it judges an object as the cache has it, commits on condition that the
 * object is still that one, and starts over if it is not.
 */
final class Deletions {
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";
  private static final int ROUNDS = 50;
  private static final long LONGEST_GRACE = Integer.MAX_VALUE;

  private final Commits commits;
  private final InstantSource clock;

  Deletions(Commits commits, InstantSource clock) {
    this.commits = commits;
    this.clock = clock;
  }

  WriteResult delete(Target target, DeleteOptions how, WriteOptions options) {
    for (int round = 0; round < ROUNDS; round++) {
      long revision = commits.refresh();
      var current =
          commits
              .find(target.key())
              .orElseThrow(() -> StatusError.notFound(target.resource(), target.name()));
      var result = attempt(target, how, options, current, revision);
      if (result.isPresent()) {
        return result.get();
      }
    }
    throw StatusError.conflict(
        target.resource(), target.name(), "the object is changed faster than it can be deleted");
  }

  private Optional<WriteResult> attempt(
      Target target, DeleteOptions how, WriteOptions options, Item current, long revision) {
    var stored = current.tree();
    requirePreconditions(target, how, stored);
    var now = clock.instant();
    var context = new WriteContext(options.user(), options.verb(), target.version(), now);
    var write =
        new WriteCheck.Write(
            WriteCheck.Verb.DELETE,
            target.resource(),
            "",
            target.namespace(),
            target.name(),
            stored,
            Optional.of(stored),
            Optional.empty(),
            options.dryRun(),
            context);
    var verdict = commits.examine(write, Violations.NONE, List.of(), revision);
    var marked = marked(target, how, stored, now);
    boolean vanishes =
        ServerMetadata.finalizers(marked).isEmpty()
            && ServerMetadata.isDue(marked)
            && !target.resource().strategy().heldBack(marked);
    if (options.dryRun()) {
      return Optional.of(result(target, marked, current.revision(), vanishes));
    }
    if (!vanishes && marked.equals(stored)) {
      return Optional.of(result(target, marked, current.revision(), false));
    }
    var operation =
        vanishes ? new StoreOperation.Delete(target.key()) : commits.put(target, marked);
    var committed =
        commits.commit(new Precondition.At(target.key(), current.revision()), operation, verdict);
    return committed.isPresent()
        ? Optional.of(result(target, marked, committed.getAsLong(), vanishes))
        : Optional.empty();
  }

  private static void requirePreconditions(Target target, DeleteOptions how, Json.Obj stored) {
    var uid = stored.text("metadata", "uid");
    if (!how.uid().isEmpty() && !how.uid().equals(uid)) {
      throw StatusError.conflict(
          target.resource(),
          target.name(),
          "the UID in the precondition (%s) does not match the UID in record (%s)."
                  .formatted(how.uid(), uid)
              + " The object might have been deleted and then recreated");
    }
    var revision = stored.text("metadata", "resourceVersion");
    if (!how.revision().isEmpty() && !how.revision().equals(revision)) {
      throw StatusError.conflict(
          target.resource(),
          target.name(),
          "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in"
                  .formatted(how.revision())
              + " record (%s). The object might have been modified".formatted(revision));
    }
  }

  /**
   * Returns the object marked as being deleted, as it is stored if it cannot be removed at once.
   */
  private static Json.Obj marked(Target target, DeleteOptions how, Json.Obj stored, Instant now) {
    var strategy = target.resource().strategy();
    var object = ServerMetadata.withFinalizers(stored, finalizers(stored, how));
    long grace =
        how.graceSeconds().map(Deletions::sane).orElseGet(() -> strategy.gracePeriod(stored));
    if (strategy.gracePeriod(stored) == 0) {
      grace = 0;
    }
    if (ServerMetadata.isDeleted(stored)) {
      return shortened(object, how, now);
    }
    object = ServerMetadata.with(object, "deletionTimestamp", Json.of(time(now, grace)));
    object = ServerMetadata.with(object, "deletionGracePeriodSeconds", Json.of(grace));
    var generation = object.number("metadata", "generation");
    if (generation.isPresent() && generation.get() > 0) {
      object = ServerMetadata.with(object, "generation", Json.of(generation.get() + 1));
    }
    return strategy.deleting(object);
  }

  /**
   * Shortens the grace period of an object that is already being deleted; it cannot be extended.
   */
  private static Json.Obj shortened(Json.Obj object, DeleteOptions how, Instant now) {
    long had = object.number("metadata", "deletionGracePeriodSeconds").orElse(0L);
    long wanted = how.graceSeconds().map(Deletions::sane).orElse(had);
    if (wanted >= had) {
      return object;
    }
    return ServerMetadata.with(
        ServerMetadata.with(object, "deletionTimestamp", Json.of(time(now, wanted))),
        "deletionGracePeriodSeconds",
        Json.of(wanted));
  }

  /**
   * Returns a valid grace period: like upstream, a negative one is one second; one too long for a
   * clock is cut.
   */
  private static long sane(long seconds) {
    return seconds < 0 ? 1 : Math.min(seconds, LONGEST_GRACE);
  }

  private static String time(Instant now, long grace) {
    return ServerMetadata.time(now.plusSeconds(grace));
  }

  private static List<String> finalizers(Json.Obj stored, DeleteOptions how) {
    var finalizers = new ArrayList<>(ServerMetadata.finalizers(stored));
    if (how.propagation().isEmpty()) {
      return finalizers;
    }
    finalizers.removeAll(List.of(ORPHAN, FOREGROUND));
    switch (how.propagation().get()) {
      case ORPHAN -> finalizers.add(ORPHAN);
      case FOREGROUND -> finalizers.add(FOREGROUND);
      case BACKGROUND -> {
        // The collector finds its dependents once it is gone.
      }
    }
    return finalizers;
  }

  private static WriteResult result(
      Target target, Json.Obj object, long revision, boolean vanished) {
    var dated = ServerMetadata.with(object, "resourceVersion", Json.of(Long.toString(revision)));
    var resource = target.resource();
    if (!vanished || resource.strategy().deletionReturnsObject(target.version())) {
      return new WriteResult(
          WriteResult.Kind.DONE, resource.strategy().encode(dated, target.version()), List.of());
    }
    return new WriteResult(WriteResult.Kind.DONE, success(target, object), List.of());
  }

  private static Json.Obj success(Target target, Json.Obj object) {
    var details = Json.obj("name", target.name());
    if (!target.resource().group().isEmpty()) {
      details = details.with("group", Json.of(target.resource().group()));
    }
    return Json.obj(
        "kind", "Status",
        "apiVersion", "v1",
        "metadata", Json.Obj.EMPTY,
        "status", "Success",
        "details",
            details
                .with("kind", Json.of(target.resource().plural()))
                .with("uid", Json.of(object.text("metadata", "uid"))));
  }
}
