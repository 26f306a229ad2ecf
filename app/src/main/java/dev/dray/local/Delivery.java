package dev.dray.local;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.client.Call;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.kinds.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** The application of objects to a server in the same process, many at a time. */
final class Delivery {
  private static final String MANAGER = "dray-up";

  private final ApiServer server;
  private final RegistryApi registry;

  Delivery(ApiServer server) {
    this.server = server;
    this.registry =
        new RegistryApi(
                new ReadObjects(),
                server.registry(),
                server.kinds(),
                server.authorizer(),
                Loopback.identity(MANAGER),
                MANAGER)
            .strict();
  }

  /**
   * Applies all objects, cluster-scoped ones first, because others may be in a namespace among
   * them.
   *
   * @throws RefusedException if the server refuses one of them
   */
  void apply(List<Json.Obj> objects) {
    var first = new ArrayList<Callable<Void>>();
    var then = new ArrayList<Callable<Void>>();
    for (var object : objects) {
      var resource = resource(object);
      var tasks = resource.scope() == Resource.Scope.CLUSTER ? first : then;
      tasks.add(
          () -> {
            apply(resource, object);
            return null;
          });
    }
    run(first);
    run(then);
  }

  private Resource resource(Json.Obj object) {
    var apiVersion = object.text("apiVersion");
    var group = apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    return server.kinds().all().stream()
        .filter(it -> it.group().equals(group) && it.kind().equals(object.text("kind")))
        .filter(it -> it.versions().contains(version(object)))
        .findFirst()
        .orElseThrow(() -> refused(object, "the server does not serve this kind"));
  }

  private static String version(Json.Obj object) {
    var apiVersion = object.text("apiVersion");
    return apiVersion.substring(apiVersion.indexOf('/') + 1);
  }

  private void apply(Resource resource, Json.Obj object) {
    var type =
        new ResourceType<Json.Obj>(
            resource.group(),
            version(object),
            resource.plural(),
            resource.kind(),
            resource.scope() == Resource.Scope.NAMESPACED,
            it -> it,
            Resources::metadata);
    apply(type, "", object);
    if (object.has("status") && resource.subresources().contains("status")) {
      apply(type, "status", object);
    }
  }

  private void apply(ResourceType<?> type, String subresource, Json.Obj object) {
    var stated = object.text("metadata", "namespace");
    var namespace = type.namespaced() && stated.isEmpty() ? "default" : stated;
    var name = object.text("metadata", "name");
    var reply = registry.answer(Call.apply(type, namespace, name, subresource, object, MANAGER));
    if (!(reply instanceof Reply.Done)) {
      throw refused(object, reply.problem());
    }
  }

  private static RefusedException refused(Json.Obj object, String why) {
    return new RefusedException(
        "%s %s is refused: %s"
            .formatted(object.text("kind"), object.text("metadata", "name"), why));
  }

  private static void run(List<Callable<Void>> tasks) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : threads.invokeAll(tasks)) {
        done.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException("An object cannot be applied.", e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
