package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Draft;
import dev.dray.kinds.HubChange;
import dev.dray.kinds.Prepared;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.Strategy;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.WriteContext;
import dev.dray.patch.ManagedFields;
import dev.dray.store.Precondition;
import dev.dray.store.StoreOperation;
import dev.dray.watch.Item;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The writing verbs: create, update, patch, apply and posted subresources. A change of an object
 * goes this way:
 *
 * <pre>{@code
 * +--> refresh      the cache reaches the store's newest revision, r
 * |    find         the object in the cache, at revision v
 * |    propose      decoded body (update), or the patch applied to the object
 * |    prepare      the kind's strategy: defaults, immutable fields, validation
 * |    track        managed fields
 * |    check        write checks: quota, namespace, allocation guard; may add conditions
 * |    commit       if the key is still at v, and the added conditions hold
 * |      |
 * +------+ conflict: somebody else was faster; start over
 *        | committed
 *        v
 *      result       in the version of the request
 * }</pre>
 *
 * <p>A create differs in two steps. Before the strategy prepares the object, the write checks fill
 * in fields that derive from other objects ({@link WriteCheck#admitted}), such as a priority. And
 * the object is looked up only after the checks, so a mistake is reported even if the name is
 * taken:
 *
 * <pre>{@code
 * refresh --> admit --> prepare --> track --> check --> find (must be absent) --> commit
 * }</pre>
 *
 * <p><b>Invariant.</b> What is stored was prepared, validated and checked against exactly the state
 * that it replaces. The commit is conditional on the object being at v (or absent, for a create),
 * and on whatever each check names as having looked at; the store judges all conditions and writes
 * in one transaction. No lock is held between reading and writing, and several servers can share a
 * store.
 *
 * <p><b>Why a conflict is retried here.</b> A failed condition says that the server judged by stale
 * facts. It does not say that the client's request was wrong: a patch, an apply, or an update
 * without a resource version holds for whatever the object is now. So the write is computed again
 * from the new object. If the client did name a resource version or a UID, {@link #requireSame}
 * finds in the next round that it is no longer the stored one, and only then the client gets a
 * conflict (409). A create that loses the race finds the object in the next round, and reports that
 * it exists.
 *
 * <p><b>Why it ends.</b> A conflict means that another commit succeeded, so all writers together
 * always make progress. Each round begins with {@link Commits#refresh}, which waits for the
 * revision of the store, so no round is spent on the state that failed before. One writer could
 * still be overtaken forever; after {@code ROUNDS} rounds it gets a conflict, as if it had named a
 * resource version.
 *
 * <p><b>No change, no write.</b> If the result equals the stored object, apart from the times of
 * managed fields, nothing is committed and the revision stays, so clients that apply in a loop wake
 * nobody. A dry run goes the whole way and stops before the commit. An object that is being deleted
 * and loses its last finalizer is deleted by the same commit.
 *
 * <p><b>Cost.</b> A round costs a question for the store's revision and, at its end, one commit;
 * everything else is in memory.
 */
final class Writes {
  private static final int NAMES_TRIED = 8;
  private static final int ROUNDS = 50;
  private static final String CHANGED =
      "the object has been modified; please apply your changes to the latest version and try again";

  private final Commits commits;
  private final FieldOwners owners;
  private final InstantSource clock;
  private final RandomGenerator random;

  Writes(Commits commits, FieldOwners owners, InstantSource clock, RandomGenerator random) {
    this.commits = commits;
    this.owners = owners;
    this.clock = clock;
    this.random = random;
  }

  /**
   * The object that a request wants to be stored.
   *
   * @param owned whether its managed fields are up to date already, as an apply leaves them
   */
  record Proposal(Draft draft, List<String> warnings, boolean owned) {}

  WriteResult create(Target target, Body body, WriteOptions options) {
    var decoded = Decoding.decode(target, body, options.validation());
    var draft = decoded.draft();
    if (!draft.metadata().text("resourceVersion").isEmpty()) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "resourceVersion should not be set on objects to be created");
    }
    return create(target, new Proposal(draft, decoded.warnings(), false), options);
  }

  private WriteResult create(Target target, Proposal proposal, WriteOptions options) {
    var metadata = proposal.draft().metadata();
    var fixedName = metadata.text("name");
    var base = metadata.text("generateName");
    boolean generated = fixedName.isEmpty() && !base.isEmpty();
    for (int tried = 1; ; tried++) {
      var name = generated ? ServerMetadata.generatedName(base, random) : fixedName;
      var result = createAs(target.named(name), proposal, options);
      if (result.isPresent()) {
        return result.get();
      }
      if (!generated || tried == NAMES_TRIED) {
        throw StatusError.alreadyExists(target.resource(), name);
      }
    }
  }

  /** Creates the object; returns empty if there is one of this name. */
  private Optional<WriteResult> createAs(Target target, Proposal proposal, WriteOptions options) {
    var resource = target.resource();
    for (int round = 0; round < ROUNDS; round++) {
      long revision = commits.refresh();
      var now = clock.instant();
      var born =
          ServerMetadata.born(proposal.draft(), target.namespace(), target.name(), now, random);
      var admitted = admitted(target, born, options, revision);
      var prepared = resource.strategy().create(admitted, writeContext(target, options));
      var tracked =
          proposal.owned()
              ? prepared.object()
              : owners.written(target, Optional.empty(), prepared.object(), options, now);
      var write = creation(target, tracked, options);
      var found = nameMistakes(target).and(prepared.violations());
      var verdict = commits.examine(write, found, prepared.warnings(), revision);
      var warnings = joined(proposal.warnings(), prepared.warnings(), verdict.warnings());
      if (commits.find(target.key()).isPresent()) {
        return Optional.empty();
      }
      if (options.dryRun()) {
        return Optional.of(result(WriteResult.Kind.CREATED, target, tracked, "", warnings));
      }
      var put = commits.put(target, tracked);
      var committed = commits.commit(new Precondition.Absent(target.key()), put, verdict);
      if (committed.isPresent()) {
        var at = Long.toString(committed.getAsLong());
        return Optional.of(result(WriteResult.Kind.CREATED, target, tracked, at, warnings));
      }
    }
    throw contended(target);
  }

  private Draft admitted(Target target, Draft born, WriteOptions options, long revision) {
    return switch (born) {
      case Draft.OfTree(var tree) ->
          new Draft.OfTree(commits.admitted(creation(target, tree, options), revision));
      case Draft.OfHub _ -> born;
    };
  }

  private static Violations nameMistakes(Target target) {
    var path = FieldPath.of("metadata").child("name");
    if (target.name().isEmpty()) {
      return Violations.of(Violation.required(path, "name or generateName is required"));
    }
    return Violations.of(
        target.resource().strategy().nameMistakes(target.name()).stream()
            .map(mistake -> Violation.invalid(path, target.name(), mistake))
            .toList());
  }

  WriteResult update(Target target, Body body, WriteOptions options) {
    var decoded = Decoding.decode(target, body, options.validation());
    var draft = decoded.draft();
    Decoding.requireName(target, draft);
    var strategy = target.resource().strategy();
    var proposal = new Proposal(draft, decoded.warnings(), false);
    return change(
        target,
        options,
        _ -> {
          requireRevision(target, draft);
          return proposal;
        },
        strategy.createsOnUpdate() && target.subresource().isEmpty()
            ? () -> proposal
            : notFound(target));
  }

  private static void requireRevision(Target target, Draft draft) {
    if (draft.metadata().text("resourceVersion").isEmpty()
        && !target.resource().strategy().updatesUnconditionally(target.version())) {
      throw StatusError.invalid(
          target.resource(),
          target.name(),
          Violations.of(
              Violation.invalid(
                  FieldPath.of("metadata").child("resourceVersion"),
                  0,
                  "must be specified for an update")));
    }
  }

  WriteResult patch(Target target, PatchRequest patch, WriteOptions options) {
    var patching = new Patching(target, patch, options, owners, clock);
    return change(
        target,
        options,
        patching::of,
        patch.sort() == PatchRequest.Sort.APPLY && target.subresource().isEmpty()
            ? patching::fresh
            : notFound(target));
  }

  /**
   * Changes an object: repeats the attempt until it is stored or refused.
   *
   * @param fresh returns the object to create if there is none, or throws
   */
  private WriteResult change(
      Target target,
      WriteOptions options,
      Function<Item, Proposal> propose,
      Supplier<Proposal> fresh) {
    for (int round = 0; round < ROUNDS; round++) {
      long revision = commits.refresh();
      var current = commits.find(target.key());
      var result =
          current.isPresent()
              ? changed(target, options, current.get(), propose.apply(current.get()), revision)
              : createAs(target, fresh.get(), options);
      if (result.isPresent()) {
        return result.get();
      }
    }
    throw contended(target);
  }

  private static Supplier<Proposal> notFound(Target target) {
    return () -> {
      throw StatusError.notFound(target.resource(), target.name());
    };
  }

  private Optional<WriteResult> changed(
      Target target, WriteOptions options, Item current, Proposal proposal, long revision) {
    var stored = current.tree();
    requireSame(target, proposal.draft().metadata(), stored.object("metadata"));
    var now = clock.instant();
    var written = ServerMetadata.carriedOver(proposal.draft(), stored);
    var prepared =
        prepared(target, written, ServerMetadata.without(stored, "resourceVersion"), options);
    var tracked =
        proposal.owned()
            ? prepared.object()
            : owners.written(target, Optional.of(stored), prepared.object(), options, now);
    var write = update(target, tracked, stored, prepared.change(), options);
    var found = prepared.violations().and(ServerMetadata.lateFinalizers(tracked, stored));
    var verdict = commits.examine(write, found, prepared.warnings(), revision);
    var warnings = joined(proposal.warnings(), prepared.warnings(), verdict.warnings());
    return store(target, options, current, tracked, verdict, warnings);
  }

  private Prepared prepared(Target target, Draft written, Json.Obj stored, WriteOptions options) {
    Strategy strategy = target.resource().strategy();
    var context = writeContext(target, options);
    return target.subresource().isEmpty()
        ? strategy.update(written, stored, context)
        : strategy.updatePart(target.subresource(), written, stored, context);
  }

  private Optional<WriteResult> store(
      Target target,
      WriteOptions options,
      Item current,
      Json.Obj written,
      WriteCheck.Verdict verdict,
      List<String> warnings) {
    var stored = current.tree();
    var object =
        ManagedFields.settled(
            ServerMetadata.without(stored, "resourceVersion"),
            ServerMetadata.without(written, "resourceVersion"));
    var at = Long.toString(current.revision());
    boolean same =
        ServerMetadata.without(object, "resourceVersion")
            .equals(ServerMetadata.without(stored, "resourceVersion"));
    if (options.dryRun() || same) {
      return Optional.of(result(WriteResult.Kind.DONE, target, object, at, warnings));
    }
    var condition = new Precondition.At(target.key(), current.revision());
    var strategy = target.resource().strategy();
    boolean vanishes =
        ServerMetadata.isDeleted(object)
            && ServerMetadata.finalizers(object).isEmpty()
            && ServerMetadata.isDue(object)
            && !strategy.heldBack(object);
    StoreOperation operation =
        vanishes ? new StoreOperation.Delete(target.key()) : commits.put(target, object);
    var committed = commits.commit(condition, operation, verdict);
    if (committed.isEmpty()) {
      return Optional.empty();
    }
    var revision = Long.toString(committed.getAsLong());
    return Optional.of(result(WriteResult.Kind.DONE, target, object, revision, warnings));
  }

  /**
   * Refuses a write that was made for another object of the same name, or for an older state of it.
   */
  private static void requireSame(Target target, Json.Obj written, Json.Obj stored) {
    var uid = written.text("uid");
    var storedUid = stored.text("uid");
    if (!uid.isEmpty() && !uid.equals(storedUid)) {
      throw StatusError.conflict(
          target.resource(),
          target.name(),
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(uid, storedUid));
    }
    var revision = written.text("resourceVersion");
    if (!revision.isEmpty()
        && !revision.equals("0")
        && !revision.equals(stored.text("resourceVersion"))) {
      throw StatusError.conflict(target.resource(), target.name(), CHANGED);
    }
  }

  /** Does the action that a subresource is posted for; the body is not the object. */
  WriteResult act(Target target, Body body, WriteOptions options) {
    for (int round = 0; round < ROUNDS; round++) {
      long revision = commits.refresh();
      var current =
          commits
              .find(target.key())
              .orElseThrow(() -> StatusError.notFound(target.resource(), target.name()));
      var stored = ServerMetadata.without(current.tree(), "resourceVersion");
      var prepared = prepared(target, new Draft.OfTree(body.tree()), stored, options);
      var tracked =
          owners.written(
              target, Optional.of(current.tree()), prepared.object(), options, clock.instant());
      var write = update(target, tracked, stored, prepared.change(), options);
      var verdict = commits.examine(write, prepared.violations(), prepared.warnings(), revision);
      var warnings = joined(prepared.warnings(), verdict.warnings(), List.of());
      var result = store(target, options, current, tracked, verdict, warnings);
      if (result.isPresent()) {
        return result.get();
      }
    }
    throw contended(target);
  }

  private static StatusError contended(Target target) {
    return StatusError.conflict(target.resource(), target.name(), CHANGED);
  }

  private WriteContext writeContext(Target target, WriteOptions options) {
    return new WriteContext(options.user(), options.verb(), target.version(), clock.instant());
  }

  private WriteCheck.Write creation(Target target, Json.Obj object, WriteOptions options) {
    return write(
        WriteCheck.Verb.CREATE, target, object, Optional.empty(), Optional.empty(), options);
  }

  private WriteCheck.Write update(
      Target target,
      Json.Obj object,
      Json.Obj stored,
      Optional<HubChange> change,
      WriteOptions options) {
    return write(WriteCheck.Verb.UPDATE, target, object, Optional.of(stored), change, options);
  }

  private WriteCheck.Write write(
      WriteCheck.Verb verb,
      Target target,
      Json.Obj object,
      Optional<Json.Obj> stored,
      Optional<HubChange> change,
      WriteOptions options) {
    return new WriteCheck.Write(
        verb,
        target.resource(),
        target.subresource(),
        target.namespace(),
        target.name(),
        object,
        stored,
        change,
        options.dryRun(),
        writeContext(target, options));
  }

  private static WriteResult result(
      WriteResult.Kind kind,
      Target target,
      Json.Obj object,
      String revision,
      List<String> warnings) {
    var dated =
        revision.isEmpty()
            ? object
            : ServerMetadata.with(object, "resourceVersion", Json.of(revision));
    return new WriteResult(
        kind, target.resource().strategy().encode(dated, target.version()), warnings);
  }

  private static List<String> joined(List<String> first, List<String> second, List<String> third) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    all.addAll(third);
    return all.stream().distinct().toList();
  }
}
