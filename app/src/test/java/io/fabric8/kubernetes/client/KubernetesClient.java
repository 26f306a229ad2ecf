package io.fabric8.kubernetes.client;

/** A client that remembers what it was made of. */
public interface KubernetesClient extends AutoCloseable {
  Config getConfiguration();

  @Override
  void close();
}
