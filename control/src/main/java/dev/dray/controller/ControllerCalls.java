package dev.dray.controller;

import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.Reply;
import dev.dray.controller.WorkQueue.Outcome;
import dev.dray.controller.WorkQueue.Worker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * The calls of controllers to an API, until they stop. From then on nothing is sent, and
 * outstanding answers are dropped: no work of several steps continues where another replica has
 * begun.
 */
final class ControllerCalls {
  private static final Logger LOG = System.getLogger(ControllerCalls.class.getName());

  private final Api api;

  /** The error handler of the work whose step is running. */
  private Consumer<RuntimeException> atFault = ControllerCalls::pass;

  private boolean stopped;

  ControllerCalls(Api api) {
    this.api = api;
  }

  void stop() {
    stopped = true;
  }

  /**
   * Returns a worker that always reports an outcome, even if it throws while handling an answer.
   * Otherwise its key would count as being worked on forever, and nothing would be done for it any
   * more.
   */
  <K> Worker<K> guarded(Worker<K> worker) {
    return (key, then) -> step(e -> failed(key, e, then), () -> worker.work(key, then));
  }

  private static <K> void failed(K key, RuntimeException e, Consumer<Outcome> then) {
    LOG.log(Level.ERROR, () -> key + " cannot be processed", e);
    then.accept(new Outcome.Failed(String.valueOf(e)));
  }

  void send(Call call, Consumer<Reply> then) {
    if (stopped) {
      return;
    }
    // Handling the answer is a step of the same work.
    var atFaultThen = atFault;
    api.send(
        call,
        reply -> {
          if (!stopped) {
            step(atFaultThen, () -> then.accept(reply));
          }
        });
  }

  private void step(Consumer<RuntimeException> atFaultHere, Runnable step) {
    var before = atFault;
    atFault = atFaultHere;
    try {
      step.run();
    } catch (RuntimeException e) {
      atFaultHere.accept(e);
    } finally {
      atFault = before;
    }
  }

  private static void pass(RuntimeException e) {
    throw e;
  }
}
