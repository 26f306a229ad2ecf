package dev.dray.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The creation of a fabric8 client, which is available only if a test depends on it. */
final class Fabric8 {
  private static final String CLIENT = "io.fabric8.kubernetes.client.KubernetesClient";
  private static final String CONFIG = "io.fabric8.kubernetes.client.Config";
  private static final String BUILDER = "io.fabric8.kubernetes.client.KubernetesClientBuilder";

  private Fabric8() {}

  static boolean isClient(Class<?> type) {
    return type.getName().equals(CLIENT);
  }

  /** Returns a client for the cluster of a kubeconfig, regardless of the environment. */
  static AutoCloseable client(Class<?> type, Path kubeconfig) {
    try {
      var loader = type.getClassLoader();
      var configs = Class.forName(CONFIG, true, loader);
      var builders = Class.forName(BUILDER, true, loader);
      var config =
          configs
              .getMethod("fromKubeconfig", String.class)
              .invoke(null, Files.readString(kubeconfig));
      var builder = builders.getConstructor().newInstance();
      builders.getMethod("withConfig", configs).invoke(builder, config);
      return (AutoCloseable) builders.getMethod("build").invoke(builder);
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(
          "A KubernetesClient cannot be created. Maybe fabric8's implementation"
              + " (kubernetes-client) is not on the class path, or is older than version 7.",
          e);
    }
  }
}
