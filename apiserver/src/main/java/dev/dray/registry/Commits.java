package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.store.Outcome;
import dev.dray.store.Precondition;
import dev.dray.store.Store;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import dev.dray.watch.Cache;
import dev.dray.watch.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The last steps of every write: runs the write checks and commits, unless something changed
 * meanwhile.
 */
final class Commits {
  private final Store store;
  private final Cache cache;
  private final List<WriteCheck> checks;

  Commits(Store store, Cache cache, List<WriteCheck> checks) {
    this.store = store;
    this.cache = cache;
    this.checks = List.copyOf(checks);
  }

  /** The stored objects as a write check sees them: at least everything up to a revision. */
  private record CacheView(Cache cache, long revision) implements WriteCheck.View {

    @Override
    public Optional<Stored> find(Resource resource, String namespace, String name) {
      return cache.find(resource.key(namespace, name)).map(CacheView::stored);
    }

    @Override
    public List<Stored> list(Resource resource, String namespace) {
      return cache.list(resource.keyPrefix(namespace)).items().stream()
          .map(CacheView::stored)
          .toList();
    }

    private static Stored stored(Item item) {
      return new Stored(item.key(), item.tree(), item.revision());
    }
  }

  /** Waits until the cache has all acknowledged writes, and returns the revision reached. */
  long refresh() {
    try {
      return cache.catchUp(Registry.PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StatusError(StatusError.Reason.SERVICE_UNAVAILABLE, "The server is shutting down.");
    }
  }

  Optional<Item> find(String key) {
    return cache.find(key);
  }

  /** Returns a written object with the fields that checks fill in. */
  Json.Obj admitted(WriteCheck.Write write, long revision) {
    var view = new CacheView(cache, revision);
    var at = write;
    for (var check : checks) {
      at = at.with(check.admitted(at, view));
    }
    return at.object();
  }

  /**
   * Runs all checks, and returns the warnings, conditions and operations that they add to a write.
   *
   * @param noticed the warnings of the strategy, which a refusal carries too
   * @param revision the revision that the cache is known to have reached
   * @throws StatusError if a check, or the strategy before, found a violation
   */
  WriteCheck.Verdict examine(
      WriteCheck.Write write, Violations found, List<String> noticed, long revision) {
    var view = new CacheView(cache, revision);
    var violations = found;
    var warnings = new ArrayList<String>();
    var conditions = new ArrayList<Precondition>();
    var operations = new ArrayList<StoreOperation>();
    for (var check : checks) {
      var verdict = check.check(write, view);
      violations = violations.and(verdict.violations());
      warnings.addAll(verdict.warnings());
      conditions.addAll(verdict.conditions());
      operations.addAll(verdict.operations());
    }
    if (!violations.isEmpty()) {
      warnings.addAll(0, noticed);
      throw StatusError.invalid(write.resource(), write.name(), violations).warning(warnings);
    }
    return new WriteCheck.Verdict(Violations.NONE, warnings, conditions, operations);
  }

  /** Returns the operation that stores an object under the key of a target. */
  StoreOperation.Put put(Target target, Json.Obj object) {
    var tree = StoredForm.of(object);
    var bytes = tree.bytes();
    cache.expect(bytes, tree);
    return new StoreOperation.Put(target.key(), bytes, target.resource().lifetime());
  }

  /**
   * Commits a write with what the checks added; returns its revision, or empty if a condition
   * failed and the write must be judged again.
   */
  OptionalLong commit(
      Precondition condition, StoreOperation operation, WriteCheck.Verdict verdict) {
    var conditions = new ArrayList<>(verdict.conditions());
    conditions.addFirst(condition);
    var operations = new ArrayList<>(verdict.operations());
    operations.addFirst(operation);
    return switch (store.commit(new Transaction(conditions, operations))) {
      case Outcome.Committed(var revision) -> OptionalLong.of(revision);
      case Outcome.Conflict _ -> OptionalLong.empty();
    };
  }
}
