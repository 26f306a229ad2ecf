package dev.dray.cli.serve;

import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import java.util.concurrent.CountDownLatch;

/**
 * A command that runs until a signal comes, or until it ends itself.
 *
 * <p>A signal is the usual end: everything is closed, and the exit code is 0.
 */
final class Service {
  private final Terminal terminal;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int code = Exit.OK.code();

  Service(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Ends the service from inside, with this exit code. */
  void end(Exit exit) {
    code = exit.code();
    ended.countDown();
  }

  /** Waits for the end, closes everything, and returns the exit code. */
  int await(Runnable close) {
    var hook = Thread.ofPlatform().name("dray-end").unstarted(() -> endBySignal(close));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      ended.await();
    } catch (InterruptedException _) {
      // An interrupt ends the service like a signal; closing must still be able to wait.
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // A signal came as well, and the hook does the rest.
      return code;
    }
    close.run();
    return code;
  }

  /**
   * Closes and exits with code 0. The JVM would exit with the number of the signal, as after a
   * failure.
   */
  private void endBySignal(Runnable close) {
    close.run();
    terminal.out().flush();
    terminal.err().flush();
    Runtime.getRuntime().halt(Exit.OK.code());
  }
}
