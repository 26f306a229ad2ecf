package dev.dray.hollow;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.Reply;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The writes of simulated kubelets, retried until they get a final reply.
 *
 * <p>Everything a kubelet writes describes a state, so writing it twice does no harm, and a write
 * without a reply is repeated.
 */
final class RetriedWrites {
  private static final Logger LOG = System.getLogger(RetriedWrites.class.getName());
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final Api api;
  private final EventLoop loop;

  RetriedWrites(Api api, EventLoop loop) {
    this.api = api;
    this.loop = loop;
  }

  /**
   * @param wanted whether the write is still wanted
   * @param done runs once it is written; not called if the object is gone
   */
  void send(Call call, BooleanSupplier wanted, Runnable done) {
    send(call, wanted, done, SHORTEST_PAUSE);
  }

  private void send(Call call, BooleanSupplier wanted, Runnable done, Duration pause) {
    api.send(
        call,
        reply -> {
          if (reply instanceof Reply.Done) {
            done.run();
          } else if (!isFinal(reply) && wanted.getAsBoolean()) {
            LOG.log(
                Level.DEBUG, () -> "%s, again in %s: %s".formatted(call, pause, reply.problem()));
            loop.after(pause, () -> again(call, wanted, done, pause));
          } else {
            LOG.log(Level.DEBUG, () -> "%s: %s".formatted(call, reply.problem()));
          }
        });
  }

  private void again(Call call, BooleanSupplier wanted, Runnable done, Duration pause) {
    if (wanted.getAsBoolean()) {
      send(call, wanted, done, longer(pause));
    }
  }

  /**
   * Reads an object, for as long as it takes.
   *
   * @param wanted whether the read is still wanted
   * @param then gets the object, or empty if it does not exist; not called if it is no longer
   *     wanted
   */
  void ask(Call call, BooleanSupplier wanted, Consumer<Optional<Json.Obj>> then) {
    ask(call, wanted, then, SHORTEST_PAUSE);
  }

  private void ask(
      Call call, BooleanSupplier wanted, Consumer<Optional<Json.Obj>> then, Duration pause) {
    api.send(
        call,
        reply -> {
          switch (reply) {
            case Reply.Done(var object) -> then.accept(Optional.of(object));
            case Reply.Refused refused when refused.isNotFound() -> then.accept(Optional.empty());
            case Reply.Refused _, Reply.Unanswered _ ->
                loop.after(
                    pause,
                    () -> {
                      if (wanted.getAsBoolean()) {
                        ask(call, wanted, then, longer(pause));
                      }
                    });
          }
        });
  }

  private static Duration longer(Duration pause) {
    var longer = pause.multipliedBy(2);
    return longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
  }

  /**
   * Returns whether a reply is final: the object is gone or replaced, or the API will never accept
   * the write.
   */
  private static boolean isFinal(Reply reply) {
    return reply instanceof Reply.Refused refused
        && (refused.isNotFound()
            || refused.isConflict()
            || refused.code() == 400
            || refused.code() == 422);
  }
}
