package dev.dray.local;

import dev.dray.apiserver.ApiServer;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Transport;
import dev.dray.security.User;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** The transport to an API server in the same process. */
public final class Loopback implements Transport {
  /** The time a watch waits before it reports how far it has come. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ApiServer server;
  private final ReadObjects read = new ReadObjects();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<LoopbackWatch<?>> watches = ConcurrentHashMap.newKeySet();

  public Loopback(ApiServer server) {
    this.server = server;
  }

  /**
   * Returns the identity of a component. Simulated nodes act for many nodes at once, for which
   * Kubernetes has no identity; all others have that of the real component.
   */
  public static User identity(String component) {
    return switch (component) {
      case "dray-scheduler" -> system("system:kube-scheduler", List.of());
      case "dray-controllers" -> system("system:kube-controller-manager", List.of());
      default -> system("system:" + component, List.of(User.MASTERS));
    };
  }

  private static User system(String name, List<String> groups) {
    var all = new java.util.ArrayList<>(groups);
    all.add(User.AUTHENTICATED);
    return new User(name, "", all, Map.of());
  }

  @Override
  public Api on(EventLoop loop, String component) {
    var registry =
        new RegistryApi(
            read,
            server.registry(),
            server.kinds(),
            server.authorizer(),
            identity(component),
            component);
    return new Asking(registry, loop);
  }

  private void begin(Runnable task) {
    try {
      workers.execute(task);
    } catch (RejectedExecutionException e) {
      // The process is going down: nobody waits for the reply any more.
    }
  }

  /** An API that waits on virtual threads, so that the event loop does not have to. */
  private final class Asking implements Api {
    private final RegistryApi registry;
    private final EventLoop loop;

    Asking(RegistryApi registry, EventLoop loop) {
      this.registry = registry;
      this.loop = loop;
    }

    @Override
    public void send(Call call, Consumer<Reply> then) {
      begin(
          () -> {
            var reply = answer(call);
            loop.post(() -> then.accept(reply));
          });
    }

    /**
     * Answers a call. Every failure becomes a reply: a call without one would stall a component.
     */
    private Reply answer(Call call) {
      try {
        return registry.answer(call);
      } catch (RuntimeException e) {
        return new Reply.Unanswered("%s failed: %s".formatted(call, e));
      }
    }

    @Override
    public <T> void list(
        ResourceType<T> type, ListSelector listSelector, Consumer<Listing<T>> then) {
      begin(
          () -> {
            var listing = registry.list(type, listSelector);
            loop.post(() -> then.accept(listing));
          });
    }

    @Override
    public <T> Watch watch(
        ResourceType<T> type, ListSelector listSelector, String after, Watcher<T> watcher) {
      var watch = new LoopbackWatch<>(loop, watcher, watches::remove);
      watches.add(watch);
      begin(() -> watch.follow(() -> registry.follow(type, listSelector, after), PATIENCE));
      return watch;
    }
  }

  @Override
  public void close() {
    watches.forEach(LoopbackWatch::stop);
    workers.shutdownNow();
  }
}
