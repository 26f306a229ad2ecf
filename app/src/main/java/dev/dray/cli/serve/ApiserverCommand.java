package dev.dray.cli.serve;

import dev.dray.apiserver.ApiServer;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.security.pki.IdentityException;
import dev.dray.store.StoreException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dray apiserver}: the API server by itself. */
@Command(
    name = "apiserver",
    description = "Serve the Kubernetes API for devices and scheduling.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "kubectl, client-go and other clients use it like a kube-apiserver, for the kinds",
      "it has (kubectl api-resources lists them). Everything is kept in the data folder:",
      "certificates, an admin's kubeconfig, and the database unless it is in etcd.",
      "An acknowledged write survives a crash of the server.",
      "",
      "Examples:",
      "  dray apiserver",
      "  kubectl --kubeconfig .dray/admin.kubeconfig get resourceslices",
      "  dray apiserver --data-dir /var/lib/dray --secure-port 6443 --bind-address 0.0.0.0",
      "  dray apiserver --store etcd=http://10.0.0.1:2379,http://10.0.0.2:2379",
      "  dray apiserver --runtime-config resource.k8s.io/v1beta1=true \\",
      "    --feature-gates DRAResourceSliceMixins=false"
    })
public final class ApiserverCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private ServiceOptions service = new ServiceOptions();

  public ApiserverCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    service.begin(terminal);
    var apiServerOptions = server.options();
    try {
      var running = ApiServer.start(apiServerOptions);
      terminal.out().println("ready " + running.url());
      terminal.out().println("kubectl --kubeconfig " + running.kubeconfig() + " api-resources");
      terminal.out().flush();
      return new Service(terminal).await(running::close);
    } catch (IOException | StoreException | IdentityException e) {
      terminal.err().println("error: " + e.getMessage());
      return Exit.USAGE.code();
    }
  }
}
