package dev.dray.client.http;

/** A kubeconfig that cannot be used; its message says which, where in it, and what to do. */
public final class KubeconfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  KubeconfigException(String message) {
    super(message);
  }
}
