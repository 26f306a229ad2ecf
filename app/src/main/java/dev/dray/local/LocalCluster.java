package dev.dray.local;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.InProcessComponents;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.ThreadLoop;
import dev.dray.client.Transport;
import dev.dray.controller.Controllers;
import dev.dray.events.Events;
import dev.dray.hollow.HollowNodes;
import dev.dray.informer.Informers;
import dev.dray.local.LocalOptions.Part;
import dev.dray.scheduler.Scheduler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A control plane in one process: an API server, and beside it on one event loop, with shared
 * informers, the controllers, the scheduler and simulated nodes.
 *
 * <p>Components call the server without HTTP, but under their own identity: what their roles do not
 * allow is refused.
 */
public final class LocalCluster implements AutoCloseable {
  private static final Duration SYNCING = Duration.ofSeconds(60);
  private static final Duration STOPPING = Duration.ofSeconds(1);

  private final LocalOptions options;
  private final PrometheusRegistry ofControllers = new PrometheusRegistry();
  private final PrometheusRegistry ofScheduler = new PrometheusRegistry();
  private final CompletableFuture<Void> synced = new CompletableFuture<>();
  private final Deque<Runnable> components = new ArrayDeque<>();
  private final ApiServer server;
  private final Loopback loopback;
  private final ThreadLoop loop;

  private LocalCluster(LocalOptions options) throws IOException {
    this.options = options;
    server =
        ApiServer.start(
            options.server(),
            new InProcessComponents(List.of(ofControllers, ofScheduler), this::checks));
    loopback = new Loopback(server);
    loop = new ThreadLoop("dray-components");
  }

  /**
   * Starts everything, and returns when all components have synced.
   *
   * @throws RefusedException if the server refuses one of the initial objects
   */
  public static LocalCluster start(LocalOptions options) throws IOException {
    var cluster = new LocalCluster(options);
    try {
      new Delivery(cluster.server).apply(options.objects());
      cluster.loop.post(cluster::tryToStart);
      cluster.awaitSync();
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Applies objects of any kind, as an administrator who forces conflicts.
   *
   * @throws RefusedException if the server refuses one of them
   */
  public void apply(List<Json.Obj> objects) {
    new Delivery(server).apply(objects);
  }

  private Map<String, String> checks() {
    return Map.of("components", synced.isDone() ? "" : "informers have not synced");
  }

  private void tryToStart() {
    try {
      startComponents();
    } catch (RuntimeException e) {
      synced.completeExceptionally(e);
    }
  }

  /**
   * Starts the components. Informers are shared, so they read as a user who may read everything;
   * each component writes as itself.
   */
  private void startComponents() {
    var informers = new Informers(loopback.on(loop, "dray-informers"), loop);
    components.push(informers::stop);
    if (options.parts().contains(Part.CONTROLLERS)) {
      startControllers(informers);
    }
    if (options.parts().contains(Part.SCHEDULER)) {
      startScheduler(informers);
    }
    if (options.parts().contains(Part.NODES)) {
      startNodes(informers);
    }
    informers.start();
    informers.whenSynced(() -> synced.complete(null));
  }

  private void startControllers(Informers informers) {
    var api = loopback.on(loop, "dray-controllers");
    var events = new Events(api, loop, "dray-controllers");
    var controllers = new Controllers(api, loop, informers, events, options.gates(), ofControllers);
    components.push(controllers::stop);
    controllers.start();
  }

  private void startScheduler(Informers informers) {
    var api = loopback.on(loop, "dray-scheduler");
    var how = options.scheduler().withGates(options.gates());
    var events = new Events(api, loop, how.names().getFirst());
    var scheduler = new Scheduler(api, loop, informers, events, how, ofScheduler);
    components.push(scheduler::stop);
    scheduler.start();
  }

  private void startNodes(Informers informers) {
    var api = loopback.on(loop, "dray-nodes");
    var nodes =
        new HollowNodes(api, loop, informers, new Events(api, loop, "kubelet"), options.nodes());
    components.push(nodes::stop);
    nodes.start();
  }

  private void awaitSync() throws IOException {
    try {
      synced.get(SYNCING.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "The informers have not synced after %d seconds; the log says why."
              .formatted(SYNCING.toSeconds()),
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A component cannot be started.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The start was interrupted.", e);
    }
  }

  public ApiServer server() {
    return server;
  }

  public String url() {
    return server.url();
  }

  /** Returns the kubeconfig file of the administrator, for kubectl. */
  public Path kubeconfig() {
    return server.kubeconfig();
  }

  /** Returns the transport to the server for further components in this process. */
  public Transport transport() {
    return loopback;
  }

  /** Returns the API for another component on the components' event loop. */
  public Api api(String component) {
    return loopback.on(loop, component);
  }

  public EventLoop loop() {
    return loop;
  }

  /** Returns the scheduler's metrics. */
  public PrometheusRegistry schedulerMetrics() {
    return ofScheduler;
  }

  /** Returns the controllers' metrics. */
  public PrometheusRegistry controllerMetrics() {
    return ofControllers;
  }

  /** Closes the components first, while the server still answers them; then the server. */
  @Override
  public void close() {
    var stopped = new CountDownLatch(1);
    loop.post(
        () -> {
          components.forEach(Runnable::run);
          components.clear();
          // Tasks posted by the stopping components run before this one.
          loop.post(stopped::countDown);
        });
    try {
      boolean _ = stopped.await(STOPPING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loop.close();
    loopback.close();
    server.close();
  }
}
