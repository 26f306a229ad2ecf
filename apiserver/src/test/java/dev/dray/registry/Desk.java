package dev.dray.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.catalog.KindCatalog;
import dev.dray.kinds.catalog.WriteChecks;
import dev.dray.registry.Registry.Freshness;
import dev.dray.schema.Schemas;
import dev.dray.security.User;
import dev.dray.security.authorization.Decision;
import dev.dray.store.Store;
import dev.dray.store.memory.MemoryStore;
import dev.dray.watch.Cache;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A registry with the real kinds and checks on a store in memory, and the namespace {@code ns}. */
final class Desk implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-05-05T10:00:00Z");
  private static final Schemas SCHEMAS = Schemas.load();
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  final Store store = new MemoryStore(InstantSource.fixed(NOW));
  final Cache cache = Cache.start(store, List.of());
  private final Kinds kinds;
  final Registry registry;

  Desk() {
    this.kinds =
        KindCatalog.served(
            Gates.defaults(), RuntimeConfig.defaults(), SCHEMAS, InstantSource.fixed(NOW));
    this.registry =
        new Registry(
            store,
            cache,
            WriteChecks.of(kinds, Gates.defaults(), (_, _) -> new Decision.Allowed("")),
            new FieldOwners(SCHEMAS),
            InstantSource.fixed(NOW),
            new SplittableRandom(1));
    create("namespaces", "{metadata: {name: ns}}");
  }

  static Json.Obj tree(String yaml) {
    return switch (TREES.parse(yaml.getBytes(StandardCharsets.UTF_8))) {
      case ObjectTrees.Parsed.Tree(Json.Obj object, var _) -> object;
      case ObjectTrees.Parsed.Tree _ -> throw new AssertionError(yaml);
      case ObjectTrees.Parsed.Malformed(var message, var at) ->
          throw new AssertionError(at + ": " + message);
    };
  }

  Target target(String plural, String name) {
    return part(plural, name, "");
  }

  Target part(String plural, String name, String part) {
    var resource =
        kinds.all().stream().filter(it -> it.plural().equals(plural)).findFirst().orElseThrow();
    return new Target(
        resource, resource.storedVersion(), resource.namespaced() ? "ns" : "", name, part);
  }

  static WriteOptions by(String manager) {
    return new WriteOptions(User.SERVER, "update", manager, FieldValidation.STRICT, false, false);
  }

  static WriteOptions forced(String manager) {
    return new WriteOptions(User.SERVER, "patch", manager, FieldValidation.STRICT, false, true);
  }

  static WriteOptions dryRun() {
    return new WriteOptions(User.SERVER, "update", "test", FieldValidation.STRICT, true, false);
  }

  Json.Obj create(String plural, String yaml) {
    return registry.create(target(plural, ""), new Body(tree(yaml)), by("test")).object();
  }

  Json.Obj update(String plural, Json.Obj object) {
    return registry
        .update(target(plural, object.text("metadata", "name")), new Body(object), by("test"))
        .object();
  }

  Json.Obj patch(String plural, String name, PatchRequest.Sort sort, String yaml) {
    return patch(target(plural, name), sort, yaml, by("test"));
  }

  Json.Obj patch(Target target, PatchRequest.Sort sort, String yaml, WriteOptions options) {
    var parsed =
        TREES.parse(yaml.getBytes(StandardCharsets.UTF_8))
                instanceof ObjectTrees.Parsed.Tree(var value, var _)
            ? value
            : Json.Obj.EMPTY;
    return registry.patch(target, new PatchRequest(sort, parsed, List.of()), options).object();
  }

  Json.Obj apply(String plural, String name, String manager, String yaml) {
    return patch(target(plural, name), PatchRequest.Sort.APPLY, yaml, by(manager));
  }

  WriteResult delete(String plural, String name, String options) {
    return registry.delete(target(plural, name), DeleteOptions.of(tree(options)), by("test"));
  }

  Json.Obj read(String plural, String name) {
    return registry.get(target(plural, name), new Freshness.Newest()).tree();
  }

  Optional<Json.Obj> find(String plural, String name) {
    try {
      return Optional.of(read(plural, name));
    } catch (StatusError e) {
      assertThat(e.reason()).isEqualTo(StatusError.Reason.NOT_FOUND);
      return Optional.empty();
    }
  }

  Registry.Listed list(String plural, String labels, String fields) {
    var target = target(plural, "");
    var listSelection = ListSelection.parse(target.resource(), labels, fields);
    return registry.list(target, new Registry.Query(listSelection, new Freshness.Newest(), "", 0));
  }

  static List<String> names(Registry.Listed listed) {
    var names = new ArrayList<String>();
    listed.items().forEach(it -> names.add(it.tree().text("metadata", "name")));
    return names;
  }

  static StatusError refused(ThrowingCallable request) {
    var error = catchThrowableOfType(StatusError.class, request);
    assertThat(error).as("refusal").isNotNull();
    return error;
  }

  @Override
  public void close() {
    cache.close();
    store.close();
  }
}
