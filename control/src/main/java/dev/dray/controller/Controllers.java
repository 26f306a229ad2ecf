package dev.dray.controller;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.events.Events;
import dev.dray.informer.Informers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;

/**
 * All controllers of a cluster. They live on the event loop of their informers.
 *
 * <p>Once stopped they cannot be started again: a replica that becomes leader again creates new
 * ones.
 */
public final class Controllers {
  private final EventLoop loop;
  private final Informers informers;
  private final ControllerCalls controllerCalls;
  private final Registration registration;
  private final ClaimController claims;
  private final Optional<TaintEviction> eviction;
  private boolean started;
  private boolean stopped;

  public Controllers(
      Api api,
      EventLoop loop,
      Informers informers,
      Events events,
      Gates gates,
      PrometheusRegistry metrics) {
    this.loop = loop;
    this.informers = informers;
    controllerCalls = new ControllerCalls(api);
    registration = new Registration(metrics);
    registration.features(gates);
    var queues = new QueueMetrics(loop, registration);
    claims =
        new ClaimController(
            controllerCalls,
            loop,
            informers,
            events,
            gates,
            new ClaimMetrics(registration),
            queues);
    eviction =
        gates.enabled(Gate.DRA_DEVICE_TAINTS)
            ? Optional.of(
                new TaintEviction(
                    controllerCalls,
                    loop,
                    informers,
                    events,
                    gates,
                    new EvictionMetrics(registration),
                    queues))
            : Optional.empty();
  }

  /** Begins to work as soon as the informers have synced; the informers are started elsewhere. */
  public void start() {
    loop.post(
        () -> {
          if (started || stopped) {
            return;
          }
          started = true;
          claims.listen();
          eviction.ifPresent(TaintEviction::listen);
          informers.whenSynced(
              () -> {
                if (!stopped) {
                  claims.begin();
                  eviction.ifPresent(TaintEviction::begin);
                }
              });
        });
  }

  /** Stops everything, even work that is half done: the next leader continues it. */
  public void stop() {
    loop.post(
        () -> {
          if (!stopped) {
            stopped = true;
            controllerCalls.stop();
            claims.stop();
            eviction.ifPresent(TaintEviction::stop);
            registration.withdraw();
          }
        });
  }

  /** Returns whether there is nothing to do now; delayed work does not count. */
  public boolean idle() {
    return claims.idle() && eviction.map(TaintEviction::idle).orElse(true);
  }
}
