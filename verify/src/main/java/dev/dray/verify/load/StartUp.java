package dev.dray.verify.load;

import dev.dray.verify.wire.Kubeconfig;
import dev.dray.verify.wire.Latencies;
import dev.dray.verify.wire.ServerScript;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Kills a server and starts it on what it has, and asks it until it says that it is ready. */
final class StartUp {
  private final ServerScript script;
  private final Path kubeconfig;

  StartUp(ServerScript script, Path kubeconfig) {
    this.script = script;
    this.kubeconfig = kubeconfig;
  }

  void measure(Figures figures, String what, int times) throws IOException, InterruptedException {
    var took = new Latencies();
    for (int i = 0; i < times; i++) {
      script.kill();
      took.add(start());
    }
    if (times > 0) {
      figures.put(what + " p50, ms", took.percentile(50));
      figures.put(what + " slowest, ms", took.percentile(100));
    }
  }

  /** From the start of the script on, so that nothing of what a user waits for is left out. */
  private long start() throws IOException, InterruptedException {
    try (var wire = Wire.to(Kubeconfig.read(kubeconfig), Duration.ofSeconds(10))) {
      long began = System.nanoTime();
      var starting = script.starting();
      while (!isReady(wire)) {
        if (!starting.isAlive() && starting.exitValue() != 0) {
          throw new IOException("%s did not start".formatted(script.script()));
        }
        Thread.sleep(2);
      }
      long took = System.nanoTime() - began;
      if (starting.waitFor() != 0) {
        throw new IOException("%s did not start".formatted(script.script()));
      }
      return took;
    }
  }

  private static boolean isReady(Wire wire) throws InterruptedException {
    try {
      return wire.get("/readyz").isGood();
    } catch (IOException _) {
      return false;
    }
  }
}
