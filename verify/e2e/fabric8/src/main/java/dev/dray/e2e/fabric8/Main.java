package dev.dray.e2e.fabric8;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs every check, each in a namespace of its own, and tells what came of it. */
final class Main {
  private record Named(String name, Check check) {}

  private static final List<Named> CHECKS =
      List.of(
          new Named("life", Writes::life),
          new Named("patches", Writes::patches),
          new Named("apply", Writes::apply),
          new Named("lease", Leading::one_after_the_other),
          new Named("informers", Informing::through_a_crash));

  private Main() {}

  /** Arguments: kubeconfig, script of the server, folder of the server. */
  public static void main(String[] arguments) throws IOException {
    var config = Config.fromKubeconfig(Path.of(arguments[0]).toFile());
    var server = new ServerScript(Path.of(arguments[1]), Path.of(arguments[2]));
    boolean good = true;
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      for (var named : CHECKS) {
        good &= passes(named, client, server);
      }
    }
    System.exit(good ? 0 : 1);
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // To the console is where it is to go.
  private static boolean passes(Named named, KubernetesClient client, ServerScript server) {
    long began = System.nanoTime();
    try {
      var namespace =
          client
              .namespaces()
              .resource(
                  new NamespaceBuilder()
                      .withNewMetadata()
                      .withGenerateName("e2e-fabric8-")
                      .endMetadata()
                      .build())
              .create()
              .getMetadata()
              .getName();
      named.check().run(new Check.World(client, namespace, server));
      client.namespaces().withName(namespace).delete();
      long millis = (System.nanoTime() - began) / 1_000_000;
      System.out.printf("  fabric8 %-12s ok, %d ms%n", named.name(), millis);
      return true;
    } catch (Exception | AssertionError e) {
      System.out.printf("  FAILED fabric8 %s: %s%n", named.name(), e.getMessage());
      e.printStackTrace();
      return false;
    }
  }
}
