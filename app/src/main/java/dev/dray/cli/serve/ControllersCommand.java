package dev.dray.cli.serve;

import dev.dray.api.gate.Gates;
import dev.dray.cli.output.Terminal;
import dev.dray.controller.Controllers;
import dev.dray.events.Events;
import dev.dray.remote.RemoteComponent;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dray controllers}: the controllers by themselves. */
@Command(
    name = "controllers",
    description = "Create and release the claims of pods, and evict pods from tainted devices.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "What a kube-controller-manager does for devices; do not run both on one cluster.",
      "Several may run: one works, the others wait for its Lease.",
      "",
      "Examples:",
      "  dray apiserver &",
      "  dray controllers --kubeconfig .dray/controllers.kubeconfig",
      "  dray controllers --metrics-port 10257 --log-format json"
    })
public final class ControllersCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ComponentOptions component = new ComponentOptions();

  @Mixin private ServiceOptions service = new ServiceOptions();

  public ControllersCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    service.begin(terminal);
    var gates = component.gates();
    return component.run(terminal, "dray-controllers", ground -> start(ground, gates));
  }

  private static Runnable start(RemoteComponent.Environment ground, Gates gates) {
    var controllers =
        new Controllers(
            ground.api(),
            ground.loop(),
            ground.informers(),
            new Events(ground.api(), ground.loop(), "dray-controllers"),
            gates,
            ground.metrics());
    controllers.start();
    return controllers::stop;
  }
}
