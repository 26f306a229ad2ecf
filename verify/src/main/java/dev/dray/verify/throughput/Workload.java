package dev.dray.verify.throughput;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import dev.dray.verify.wire.Latencies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Makes a world of a shape, then pods, and sees when they get their nodes. */
final class Workload {
  private static final long PATIENCE_SECONDS = 300;

  /** What came of it. */
  record Result(int pods, double seconds, Latencies latencies) {
    double podsPerSecond() {
      return pods / seconds;
    }
  }

  private final Api api;
  private final EventLoop loop;
  private final Shape shape;
  private final int inFlight;
  private final Semaphore window;
  private final int steady;
  private final Semaphore alive;
  private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();
  private final Map<String, Long> created = new ConcurrentHashMap<>();
  private volatile Batch batch = new Batch(0, false);

  /** Pods that are waited for together. */
  private static final class Batch {
    private final CountDownLatch bound;
    private final boolean passing;
    private final Latencies latencies = new Latencies();

    /**
     * @param passing whether each goes as soon as it has its node
     */
    Batch(int pods, boolean passing) {
      bound = new CountDownLatch(pods);
      this.passing = passing;
    }
  }

  /**
   * @param inFlight how many calls at a time
   * @param steady how many pods at most are without a node, each of which goes once it has one; 0
   *     if all stay
   */
  Workload(Api api, EventLoop loop, Shape shape, int inFlight, int steady) {
    this.api = api;
    this.loop = loop;
    this.shape = shape;
    this.inFlight = inFlight;
    this.window = new Semaphore(inFlight);
    this.steady = steady;
    this.alive = new Semaphore(steady);
  }

  /** Nodes, slices, classes and the template; returns when all are stored. */
  void prepare(int nodes) throws InterruptedException {
    Shape.classes().forEach(it -> create(Resources.CLASSES, "", it));
    shape.amendments().forEach(it -> create(Resources.PATCHES, "", it));
    create(Resources.TEMPLATES, "default", shape.template());
    for (int i = 0; i < nodes; i++) {
      create(Resources.NODES, "", Shape.node(i));
      shape.slices().apply(i).forEach(it -> create(Resources.SLICES, "", it));
    }
    settle();
    watchPods();
  }

  private void create(ResourceType<?> type, String namespace, Json.Obj object) {
    window.acquireUninterruptibly();
    api.send(
        Call.create(type, namespace, object),
        reply -> {
          window.release();
          if (!(reply instanceof Reply.Done)) {
            trouble.compareAndSet(null, reply.problem());
          }
        });
  }

  /** Until every call is answered. */
  private void settle() throws InterruptedException {
    window.acquire(inFlight);
    window.release(inFlight);
    refuseTrouble();
  }

  private void refuseTrouble() {
    var found = trouble.get();
    if (found != null) {
      throw new IllegalStateException(
          "The shape (%s) cannot be had: %s".formatted(shape.name(), found));
    }
  }

  private void watchPods() throws InterruptedException {
    var ready = new CountDownLatch(1);
    loop.post(
        () -> {
          var informers = new Informers(api, loop);
          informers.of(Resources.PODS).listen(Listener.of(this::seen, _ -> {}));
          informers.start();
          informers.whenSynced(ready::countDown);
        });
    if (!ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("Pods cannot be watched.");
    }
  }

  private void seen(KnownObject<Pod> pod) {
    if (!pod.value().spec().nodeName().isEmpty()) {
      var since = created.remove(pod.metadata().name());
      if (since != null) {
        batch.latencies.add(System.nanoTime() - since);
        batch.bound.countDown();
        if (batch.passing) {
          end(pod);
        }
      }
    }
  }

  private void end(KnownObject<Pod> pod) {
    var metadata = pod.metadata();
    // Not through the window: this is the thread that would hear of its being free.
    api.send(
        Call.delete(Resources.PODS, metadata.namespace(), metadata.name(), metadata.uid(), 0),
        reply -> {
          if (!(reply instanceof Reply.Done)) {
            trouble.compareAndSet(null, reply.problem());
          }
          alive.release();
        });
  }

  /** Makes pods that stay, and waits until all have their nodes. */
  void fill(String prefix, int pods) throws InterruptedException {
    run(prefix, pods, false);
  }

  /** Makes pods and waits until all have their nodes, or had them. */
  Result run(String prefix, int pods) throws InterruptedException {
    return run(prefix, pods, steady > 0);
  }

  private Result run(String prefix, int pods, boolean passing) throws InterruptedException {
    var names = new ArrayList<String>();
    var claims = new HashMap<String, String>();
    for (int i = 0; i < pods; i++) {
      var name = prefix + "-" + i;
      names.add(name);
      claims.put(name, shape.users() == 1 ? "" : prefix + "-claim-" + i / shape.users());
    }
    if (shape.users() > 1) {
      claims.values().stream()
          .distinct()
          .forEach(it -> create(Resources.CLAIMS, "default", shape.sharedClaim(it)));
      settle();
    }
    return measured(names, claims, passing);
  }

  private Result measured(List<String> names, Map<String, String> claims, boolean passing)
      throws InterruptedException {
    var now = new Batch(names.size(), passing);
    batch = now;
    long began = System.nanoTime();
    for (var name : names) {
      if (passing) {
        alive.acquire();
      }
      created.put(name, System.nanoTime());
      create(Resources.PODS, "default", shape.pod(name, claims.getOrDefault(name, "")));
    }
    boolean all = now.bound.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    double seconds = (System.nanoTime() - began) / 1e9;
    refuseTrouble();
    if (!all) {
      throw new IllegalStateException(
          "%d of %d pods have no node after %d s."
              .formatted(now.bound.getCount(), names.size(), PATIENCE_SECONDS));
    }
    return new Result(names.size(), seconds, now.latencies);
  }
}
