package dev.dray.verify.simulation;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.controller.Controllers;
import dev.dray.events.Events;
import dev.dray.hollow.HollowNodes;
import dev.dray.hollow.HollowOptions;
import dev.dray.informer.Informers;
import dev.dray.local.Loopback;
import dev.dray.scheduler.Scheduler;
import dev.dray.scheduler.SchedulerOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The processes of a control plane: two schedulers that know nothing of each other, and others. */
final class Cast {
  private static final String SCHEDULER = "dray-scheduler";
  private static final String CONTROLLERS = "dray-controllers";
  private static final String NODES = "dray-nodes";

  /** A driver knows its devices; here it hears of them by a watch, however slow that is. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** So little that pods also compete for room. */
  private static final Map<String, Quantity> AMOUNTS =
      Map.of(
          "cpu", Quantity.parse("4"),
          "memory", Quantity.parse("16Gi"),
          "pods", Quantity.parse("8"));

  private final Gates gates;
  final SimulatedProcess<Scheduler> first;
  final SimulatedProcess<Scheduler> second;
  final SimulatedProcess<Controllers> controllers;
  final SimulatedProcess<HollowNodes> nodes;

  Cast(Surroundings around, Gates gates) {
    this.gates = gates;
    first = process(around, "scheduler-a", SCHEDULER, this::scheduler);
    second = process(around, "scheduler-b", SCHEDULER, this::scheduler);
    controllers = process(around, "controllers", CONTROLLERS, this::controllers);
    nodes = process(around, "nodes", NODES, Cast::nodes);
  }

  private static <C> SimulatedProcess<C> process(
      Surroundings around, String name, String component, SimulatedProcess.Program<C> program) {
    return new SimulatedProcess<>(around, name, Loopback.identity(component), component, program);
  }

  private Scheduler scheduler(Api api, EventLoop loop) {
    var informers = new Informers(api, loop);
    var scheduler =
        new Scheduler(
            api,
            loop,
            informers,
            new Events(api, loop, SchedulerOptions.DEFAULT_NAME),
            SchedulerOptions.defaults(gates),
            new PrometheusRegistry());
    scheduler.start();
    informers.start();
    return scheduler;
  }

  private Controllers controllers(Api api, EventLoop loop) {
    var informers = new Informers(api, loop);
    var controllers =
        new Controllers(
            api,
            loop,
            informers,
            new Events(api, loop, "dray-controllers"),
            gates,
            new PrometheusRegistry());
    controllers.start();
    informers.start();
    return controllers;
  }

  private static HollowNodes nodes(Api api, EventLoop loop) {
    var informers = new Informers(api, loop);
    var defaults = HollowOptions.DEFAULT;
    var options = new HollowOptions(defaults.nodes(), defaults.leases(), PATIENCE, AMOUNTS);
    var nodes = new HollowNodes(api, loop, informers, new Events(api, loop, "kubelet"), options);
    nodes.start();
    informers.start();
    return nodes;
  }

  List<SimulatedProcess<?>> all() {
    return List.of(first, second, controllers, nodes);
  }
}
