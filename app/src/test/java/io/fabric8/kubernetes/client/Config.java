package io.fabric8.kubernetes.client;

/** What a kubeconfig says. */
public record Config(String kubeconfig) {
  public static Config fromKubeconfig(String kubeconfig) {
    return new Config(kubeconfig);
  }
}
