package dev.dray.remote;

import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.ThreadLoop;
import dev.dray.client.Transport;
import dev.dray.client.http.HttpTransport;
import dev.dray.election.Candidate;
import dev.dray.election.LeaderElection;
import dev.dray.informer.Informers;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A component that runs alone against an API server. */
public final class RemoteComponent implements AutoCloseable {
  private static final Logger LOG = System.getLogger(RemoteComponent.class.getName());
  private static final Duration STOPPING = Duration.ofMillis(1500);

  /** The parts a component is made of. */
  public record Environment(
      Api api, EventLoop loop, Informers informers, PrometheusRegistry metrics) {}

  /** A factory that starts a component on its event loop and returns how to stop it. */
  public interface Maker {
    Runnable start(Environment ground);
  }

  private final RemoteOptions options;
  private final Maker maker;
  private final Runnable lost;
  private final PrometheusRegistry metrics = new PrometheusRegistry();
  private final Gauge leads;
  private final ThreadLoop loop;
  private final Transport transport;
  private final Api api;
  private final HealthServer healthServer;
  private @Nullable Runnable stop;
  private @Nullable LeaderElection election;
  private volatile String unready = "not started";

  private RemoteComponent(RemoteOptions options, Maker maker, Runnable lost) throws IOException {
    this.options = options;
    this.maker = maker;
    this.lost = lost;
    JvmMetrics.builder().register(metrics);
    leads =
        Gauge.builder()
            .name("leader_election_master_status")
            .help("1 if this process leads, 0 if it waits.")
            .labelNames("name")
            .register(metrics);
    healthServer =
        HealthServer.at(
            options.address(),
            options.port(),
            metrics,
            new HealthServer.Checks(() -> "", () -> unready));
    transport = HttpTransport.to(options.config());
    loop = new ThreadLoop(options.component());
    api = transport.on(loop, options.component());
  }

  /**
   * Starts the component, or its leader election.
   *
   * @param lost runs if leadership is lost: the process should end
   */
  public static RemoteComponent start(RemoteOptions options, Maker maker, Runnable lost)
      throws IOException {
    var component = new RemoteComponent(options, maker, lost);
    component.loop.post(component::begin);
    return component;
  }

  private void begin() {
    var settings = options.election();
    if (settings.isEmpty()) {
      work();
      return;
    }
    // A waiting candidate is ready: it has nothing to sync.
    unready = "";
    LOG.log(
        Level.INFO,
        () ->
            "Attempting to acquire the lease as %s at %s"
                .formatted(settings.get().identity(), options.config().server()));
    election = new LeaderElection(api, loop, settings.get(), new Standing());
    election.start();
  }

  private final class Standing implements Candidate {
    @Override
    public void lead() {
      LOG.log(Level.INFO, "Elected");
      work();
    }

    @Override
    public void lost() {
      LOG.log(
          Level.ERROR,
          "The lease could not be renewed in time: another replica may be leading now");
      halt();
      lost.run();
    }

    @Override
    public void follow(String leader) {
      LOG.log(Level.INFO, () -> "Waiting: %s is leading".formatted(leader));
    }
  }

  private void work() {
    leads.labelValues(options.component()).set(1);
    unready = "informers have not synced";
    var informers = new Informers(api, loop);
    var stopComponent = maker.start(new Environment(api, loop, informers, metrics));
    informers.start();
    informers.whenSynced(
        () -> {
          unready = "";
          LOG.log(Level.INFO, "Working");
        });
    stop =
        () -> {
          stopComponent.run();
          informers.stop();
        };
  }

  private void halt() {
    leads.labelValues(options.component()).set(0);
    unready = "stopped";
    Optional.ofNullable(stop).ifPresent(Runnable::run);
    stop = null;
  }

  public int port() {
    return healthServer.port();
  }

  /** Stops the component first, and then releases leadership. */
  @Override
  public void close() {
    var stopped = new CountDownLatch(1);
    loop.post(
        () -> {
          halt();
          if (election == null) {
            loop.post(stopped::countDown);
          } else {
            election.stop(stopped::countDown);
          }
        });
    try {
      boolean _ = stopped.await(STOPPING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loop.close();
    transport.close();
    healthServer.close();
  }
}
