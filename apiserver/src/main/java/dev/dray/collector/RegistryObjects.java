package dev.dray.collector;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.registry.Body;
import dev.dray.registry.DeleteOptions;
import dev.dray.registry.ListSelection;
import dev.dray.registry.Registry;
import dev.dray.registry.Registry.Freshness;
import dev.dray.registry.Target;
import dev.dray.registry.WriteOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The objects of a registry, written in the name of the server itself. */
public final class RegistryObjects implements Objects {
  private final Supplier<Registry> registry;

  /** Takes a supplier, because a registry needs a cache, and a cache needs its listeners first. */
  public RegistryObjects(Supplier<Registry> registry) {
    this.registry = registry;
  }

  private static Target target(
      Resource resource, String namespace, String name, String subresource) {
    return new Target(resource, resource.storedVersion(), namespace, name, subresource);
  }

  private static Target target(Resource resource, Json.Obj object, String subresource) {
    return target(
        resource,
        object.text("metadata", "namespace"),
        object.text("metadata", "name"),
        subresource);
  }

  @Override
  public Optional<Json.Obj> find(Resource resource, String namespace, String name) {
    try {
      var target = target(resource, namespace, name, "");
      return Optional.of(registry.get().get(target, new Freshness.Newest()).tree());
    } catch (StatusError e) {
      if (e.reason() == StatusError.Reason.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public List<Json.Obj> list(Resource resource, String namespace) {
    var query = new Registry.Query(ListSelection.EVERYTHING, new Freshness.Newest(), "", 0);
    return registry.get().list(target(resource, namespace, "", ""), query).items().stream()
        .map(it -> it.tree())
        .toList();
  }

  @Override
  public Done create(Resource resource, Json.Obj object) {
    var target = target(resource, object.text("metadata", "namespace"), "", "");
    return done(
        () -> registry.get().create(target, new Body(object), WriteOptions.ofServer("create")));
  }

  @Override
  public Done delete(Resource resource, Json.Obj seen, Propagation propagation) {
    var how =
        new DeleteOptions(
            Optional.empty(),
            seen.text("metadata", "uid"),
            seen.text("metadata", "resourceVersion"),
            Optional.of(
                switch (propagation) {
                  case ORPHAN -> DeleteOptions.Propagation.ORPHAN;
                  case BACKGROUND -> DeleteOptions.Propagation.BACKGROUND;
                  case FOREGROUND -> DeleteOptions.Propagation.FOREGROUND;
                }));
    return done(
        () ->
            registry
                .get()
                .delete(target(resource, seen, ""), how, WriteOptions.ofServer("delete")));
  }

  @Override
  public Done replace(Resource resource, Json.Obj object, String subresource) {
    return done(
        () ->
            registry
                .get()
                .update(
                    target(resource, object, subresource),
                    new Body(object),
                    WriteOptions.ofServer("update")));
  }

  private static Done done(Runnable write) {
    try {
      write.run();
      return Done.DONE;
    } catch (StatusError e) {
      return switch (e.reason()) {
        case NOT_FOUND, FORBIDDEN -> Done.GONE;
        case CONFLICT, ALREADY_EXISTS -> Done.CHANGED;
        default -> throw e;
      };
    }
  }
}
