package dev.dray.e2e.fabric8;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** One thing that must hold of a server. */
interface Check {
  /** What a check is given. */
  record World(KubernetesClient client, String namespace, ServerScript server) {}

  void run(World world) throws Exception;

  static void expect(String what, Object got, Object want) {
    if (!Objects.equals(got, want)) {
      throw new AssertionError("%s: got %s, want %s".formatted(what, got, want));
    }
  }

  static KubernetesClientException refused(int code, Runnable call) {
    try {
      call.run();
    } catch (KubernetesClientException e) {
      expect("status code", e.getCode(), code);
      return e;
    }
    throw new AssertionError("Should have been answered %d.".formatted(code));
  }

  /** Waits longer than the client may need to watch again after a crash, which is a minute. */
  static void until(String what, BooleanSupplier holds) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(what + " did not come true in three minutes.");
      }
      Thread.sleep(20);
    }
  }
}
