package dev.dray.apiserver;

import dev.dray.api.json.Json;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.StatusError;
import dev.dray.registry.Body;
import dev.dray.registry.Registry;
import dev.dray.registry.Registry.Freshness;
import dev.dray.registry.Target;
import dev.dray.registry.WriteOptions;
import dev.dray.security.authorization.BootstrapRoles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The objects every cluster has from its first start on: namespaces, roles, and a service. */
final class Bootstrap {
  private static final List<String> NAMESPACES =
      List.of("default", "kube-system", "kube-public", "kube-node-lease");

  private static final List<String> PORTS = List.of("spec", "ports");
  private static final String AUTOUPDATE = "rbac.authorization.kubernetes.io/autoupdate";

  private final Registry registry;
  private final Kinds kinds;

  Bootstrap(Registry registry, Kinds kinds) {
    this.registry = registry;
    this.kinds = kinds.unrestricted();
  }

  /**
   * Creates missing objects concurrently, so that the store writes them together, and completes
   * existing roles.
   */
  void run() {
    create(namespaces());
    create(BootstrapRoles.objects());
  }

  /** Creates the same objects one by one, so that the result is the same every time. */
  void runInOrder() {
    namespaces().forEach(this::create);
    BootstrapRoles.objects().forEach(this::create);
  }

  /** Creates the Service by which clients in the cluster reach the server, at its current port. */
  void serve(int port) {
    var https = Json.obj("name", "https", "protocol", "TCP", "port", 443, "targetPort", port);
    create(
        Json.obj(
            "apiVersion",
            "v1",
            "kind",
            "Service",
            "metadata",
            Json.obj(
                "name",
                "kubernetes",
                "namespace",
                "default",
                "labels",
                Json.obj("component", "apiserver", "provider", "kubernetes")),
            "spec",
            Json.obj("type", "ClusterIP", "ports", Json.Arr.of(https))));
  }

  private static List<Json.Obj> namespaces() {
    var objects = new ArrayList<Json.Obj>();
    for (var namespace : NAMESPACES) {
      objects.add(
          Json.obj(
              "apiVersion", "v1",
              "kind", "Namespace",
              "metadata", Json.obj("name", namespace)));
    }
    return objects;
  }

  private void create(List<Json.Obj> objects) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var started = new ArrayList<Future<?>>();
      objects.forEach(object -> started.add(threads.submit(() -> create(object))));
      for (var one : started) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("A bootstrap object cannot be created.", e.getCause());
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
            .findFirst()
            .orElseThrow();
    var metadata = object.object("metadata");
    var target =
        new Target(resource, version, metadata.text("namespace"), metadata.text("name"), "");
    var stored = find(target);
    if (stored.isPresent()) {
      complete(target, stored.get(), object);
      return;
    }
    try {
      registry.create(target.named(""), new Body(object), WriteOptions.ofServer("create"));
    } catch (StatusError e) {
      if (e.reason() != StatusError.Reason.ALREADY_EXISTS) {
        throw new IllegalStateException(
            "The bootstrap object (%s) cannot be created: %s"
                .formatted(target.key(), e.getMessage()),
            e);
      }
    }
  }

  private Optional<Json.Obj> find(Target target) {
    try {
      return Optional.of(registry.get(target, new Freshness.Any()).tree());
    } catch (StatusError e) {
      return Optional.empty();
    }
  }

  /**
   * Adds the rules and subjects that a role or binding has lost, or did not have in an older
   * release, and sets the ports of a service; everything else it has stays. The autoupdate
   * annotation with the value {@code false} prevents this.
   */
  private void complete(Target target, Json.Obj stored, Json.Obj wanted) {
    if (stored.text("metadata", "annotations", AUTOUPDATE).equals("false")) {
      return;
    }
    var completed = stored;
    for (var field : List.of("rules", "subjects")) {
      var missing = new ArrayList<>(wanted.items(field));
      missing.removeAll(stored.items(field));
      if (!missing.isEmpty() && !wanted.has("aggregationRule")) {
        var all = new ArrayList<>(stored.items(field));
        all.addAll(missing);
        completed = completed.with(field, Json.of(all));
      }
    }
    if (wanted.find("spec", "ports").isPresent()) {
      completed = completed.withOrWithout(PORTS, wanted.find("spec", "ports"));
    }
    if (!completed.equals(stored)) {
      update(target, completed);
    }
  }

  private void update(Target target, Json.Obj object) {
    try {
      registry.update(target, new Body(object), WriteOptions.ofServer("update"));
    } catch (StatusError e) {
      // Another server may do the same at the same time.
      if (e.reason() != StatusError.Reason.CONFLICT && e.reason() != StatusError.Reason.NOT_FOUND) {
        throw new IllegalStateException(
            "The bootstrap object (%s) cannot be completed: %s"
                .formatted(target.key(), e.getMessage()),
            e);
      }
    }
  }
}
