package dev.dray.cli.serve;

import dev.dray.cli.options.SchedulingOptions;
import dev.dray.cli.output.Terminal;
import dev.dray.events.Events;
import dev.dray.remote.RemoteComponent;
import dev.dray.scheduler.Scheduler;
import dev.dray.scheduler.SchedulerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dray scheduler}: the scheduler by itself. */
@Command(
    name = "scheduler",
    description = "Place pods and allocate their devices, on any Kubernetes API.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "It places pods that name it in spec.schedulerName. Beside a kube-scheduler, give it a name",
      "of its own, and set that name in the pods that it should place. Several may run: one",
      "works, the others wait for its Lease.",
      "",
      "Examples:",
      "  dray apiserver &",
      "  dray scheduler --kubeconfig .dray/scheduler.kubeconfig",
      "  dray scheduler --context staging --scheduler-name dray --metrics-port 10259",
      "  dray scheduler --binding-timeout 2m --filter-timeout 5s",
      "  dray scheduler --scoring-strategy MostAllocated",
      "  dray scheduler --feature-gates DRADeviceCompatibilityGroups=false --leader-elect=false"
    })
public final class SchedulerCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private SchedulingOptions scheduling = new SchedulingOptions();

  @Mixin private ComponentOptions component = new ComponentOptions();

  @Mixin private ServiceOptions service = new ServiceOptions();

  public SchedulerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    service.begin(terminal);
    var options = scheduling.options(component.gates());
    return component.run(terminal, "dray-scheduler", ground -> start(ground, options));
  }

  private Runnable start(RemoteComponent.Environment ground, SchedulerOptions options) {
    var scheduler =
        new Scheduler(
            ground.api(),
            ground.loop(),
            ground.informers(),
            new Events(ground.api(), ground.loop(), options.names().getFirst()),
            options,
            ground.metrics());
    scheduler.start();
    return scheduler::stop;
  }
}
