package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
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

/** Checks writes against everything else and stores them, if nothing has changed meanwhile. */
final class Commits {
  private final Store store;
  private final Cache cache;
  private final List<WriteCheck> checks;

  Commits(Store store, Cache cache, List<WriteCheck> checks) {
    this.store = store;
    this.cache = cache;
    this.checks = List.copyOf(checks);
  }

  /** Brings the cache up to now, and returns how far that is. */
  long refresh() {
    try {
      return cache.catchUp(Registry.PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StatusError(StatusError.Reason.SERVICE_UNAVAILABLE, "The server is going down.");
    }
  }

  Optional<Item> find(String key) {
    return cache.find(key);
  }

  /** A written object with what checks fill in. */
  Json.Obj admitted(WriteCheck.Write write, long revision) {
    var view = new CacheView(cache, revision);
    var at = write;
    for (var check : checks) {
      at = at.with(check.admitted(at, view));
    }
    return at.object();
  }

  /**
   * What all checks together add to a write.
   *
   * @param noticed warnings of the strategy before them, which a refusal carries too
   * @param revision up to which the cache is known to have come
   * @throws StatusError if one of them, or the strategy before them, found something wrong
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

  /** What stores an object under the key of a target. */
  StoreOperation.Put put(Target target, Json.Obj object) {
    var tree = StoredForm.of(object);
    var bytes = tree.bytes();
    cache.expect(bytes, tree);
    return new StoreOperation.Put(target.key(), bytes, target.resource().lifetime());
  }

  /** Stores a write with what the checks added; nothing if it must be looked at again. */
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
