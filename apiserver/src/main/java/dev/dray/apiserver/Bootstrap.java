package dev.dray.apiserver;

import dev.dray.api.json.Json;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Refusal;
import dev.dray.registry.Body;
import dev.dray.registry.Registry;
import dev.dray.registry.Registry.Freshness;
import dev.dray.registry.Target;
import dev.dray.registry.WriteOptions;
import dev.dray.security.BootstrapRoles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What every cluster has from its first start on: namespaces and roles. */
final class Bootstrap {
  private static final List<String> NAMESPACES =
      List.of("default", "kube-system", "kube-public", "kube-node-lease");

  private final Registry registry;
  private final Kinds kinds;

  Bootstrap(Registry registry, Kinds kinds) {
    this.registry = registry;
    this.kinds = kinds;
  }

  /** Creates what is missing, all at once: the store writes it together. */
  void run() {
    var objects = new ArrayList<Json.Obj>();
    for (var namespace : NAMESPACES) {
      objects.add(
          Json.obj(
              "apiVersion", "v1",
              "kind", "Namespace",
              "metadata", Json.obj("name", namespace)));
    }
    create(objects);
    create(BootstrapRoles.objects());
  }

  private void create(List<Json.Obj> objects) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var started = new ArrayList<Future<?>>();
      objects.forEach(object -> started.add(threads.submit(() -> create(object))));
      for (var one : started) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("A first object cannot be created.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void create(Json.Obj object) {
    var apiVersion = object.text("apiVersion");
    int slash = apiVersion.indexOf('/');
    var group = slash < 0 ? "" : apiVersion.substring(0, slash);
    var version = apiVersion.substring(slash + 1);
    var resource =
        kinds.all().stream()
            .filter(it -> it.group().equals(group) && it.kind().equals(object.text("kind")))
            .findFirst();
    if (resource.isEmpty()) {
      // Switched off by --runtime-config.
      return;
    }
    var metadata = object.object("metadata");
    var target =
        new Target(resource.get(), version, metadata.text("namespace"), metadata.text("name"), "");
    if (exists(target)) {
      return;
    }
    try {
      registry.create(target.named(""), new Body(object), WriteOptions.ofServer("create"));
    } catch (Refusal e) {
      if (e.reason() != Refusal.Reason.ALREADY_EXISTS) {
        throw new IllegalStateException(
            "The first object (%s) cannot be created: %s".formatted(target.key(), e.getMessage()),
            e);
      }
    }
  }

  private boolean exists(Target target) {
    try {
      registry.get(target, new Freshness.Any());
      return true;
    } catch (Refusal e) {
      return false;
    }
  }
}
