package dev.dray.scheduler;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Brings an object of the API from the state it is in to the one that is wanted.
 *
 * <p>A {@link Step} says what to send for an object as it is. If somebody else was faster, or if no
 * answer came, the object is read again and the step is asked again: nothing is ever assumed to be
 * done, or not to be done, that was not seen.
 */
final class ObjectUpdate<T> {
  private static final int MOST_CONFLICTS = 5;
  private static final int MOST_LOSSES = 10;
  private static final Duration CONFLICT_PAUSE = Duration.ofMillis(10);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** What to do with an object as it is. Pure: it may be asked any number of times. */
  interface Step<T> {
    Next from(KnownObject<T> object);
  }

  /** The next thing to do. */
  sealed interface Next {
    /**
     * Something is to be sent.
     *
     * @param what names the call if it fails, such as {@code add finalizer to claim ns/name}
     * @param last whether nothing remains to be done if this is
     */
    record Send(Call call, String what, boolean last) implements Next {
      public Send {
        requireNonNull(call, "call");
        requireNonNull(what, "what");
      }
    }

    /** It is as it should be. */
    record Done() implements Next {}

    /** It cannot become as it should be. */
    record Impossible(String why) implements Next {
      public Impossible {
        requireNonNull(why, "why");
      }
    }
  }

  /** What came of it. */
  sealed interface Result<T> {
    /**
     * It is as it should be.
     *
     * @param object as it is now; absent if the last answer did not say
     */
    record Done<T>(Optional<KnownObject<T>> object) implements Result<T> {}

    /**
     * It could not be brought about.
     *
     * @param contested whether it was refused as a conflict although nobody else had changed the
     *     object: something else is in the way, such as who holds its devices
     */
    record Failed<T>(String why, boolean contested) implements Result<T> {}

    /** The object is not there. */
    record Gone<T>() implements Result<T> {}
  }

  private final Api api;
  private final EventLoop loop;
  private final ResourceType<T> type;
  private final Step<T> step;
  private final Consumer<Result<T>> then;
  private KnownObject<T> object;
  private int conflicts;
  private int losses;
  private Duration pause = SHORTEST_PAUSE;

  private ObjectUpdate(
      Api api,
      EventLoop loop,
      ResourceType<T> type,
      KnownObject<T> object,
      Step<T> step,
      Consumer<Result<T>> then) {
    this.api = api;
    this.loop = loop;
    this.type = type;
    this.object = object;
    this.step = step;
    this.then = then;
  }

  /**
   * @param object as it was last seen
   */
  static <T> void make(
      Api api,
      EventLoop loop,
      ResourceType<T> type,
      KnownObject<T> object,
      Step<T> step,
      Consumer<Result<T>> then) {
    new ObjectUpdate<>(api, loop, type, object, step, then).go();
  }

  private void go() {
    switch (step.from(object)) {
      case Next.Done() -> then.accept(new Result.Done<>(Optional.of(object)));
      case Next.Impossible(var why) -> fail(why, false);
      case Next.Send send -> api.send(send.call(), reply -> answered(send, reply));
    }
  }

  private void fail(String why, boolean contested) {
    then.accept(new Result.Failed<>(why, contested));
  }

  private void answered(Next.Send send, Reply reply) {
    switch (reply) {
      case Reply.Done(var tree) when send.last() && !isSelf(tree) ->
          then.accept(new Result.Done<>(Optional.empty()));
      case Reply.Done(var tree) when send.last() ->
          then.accept(new Result.Done<>(Optional.of(type.read(tree))));
      case Reply.Done(var tree) -> {
        object = type.read(tree);
        go();
      }
      case Reply.Refused refused when refused.isNotFound() -> then.accept(new Result.Gone<>());
      case Reply.Refused refused when refused.isConflict() -> conflict(send, refused);
      case Reply.Refused refused when mayBeDone(refused) -> lost(send, reply);
      case Reply.Refused refused -> fail(why(send, refused), false);
      case Reply.Unanswered _ -> lost(send, reply);
    }
  }

  /** Whether the answer is the object, and not a Status or something like it. */
  private boolean isSelf(Json.Obj tree) {
    return tree.text("kind").equals(type.kind());
  }

  /** A server in trouble does not always know what it did, and one that is busy may have time. */
  private static boolean mayBeDone(Reply.Refused refused) {
    return refused.code() >= 500 || refused.code() == 429;
  }

  private static String why(Next.Send send, Reply reply) {
    return send.what() + ": " + reply.problem();
  }

  private void conflict(Next.Send send, Reply.Refused refused) {
    if (++conflicts >= MOST_CONFLICTS) {
      fail(why(send, refused), false);
      return;
    }
    loop.after(CONFLICT_PAUSE, () -> look(false, now -> afterConflict(send, refused, now)));
  }

  private void afterConflict(Next.Send send, Reply.Refused refused, KnownObject<T> now) {
    boolean same = now.metadata().resourceVersion().equals(object.metadata().resourceVersion());
    object = now;
    // Only what would be sent again is contested; the object may be as wanted by now.
    if (same && step.from(now) instanceof Next.Send) {
      fail(why(send, refused), true);
    } else {
      go();
    }
  }

  private void lost(Next.Send send, Reply reply) {
    if (++losses >= MOST_LOSSES) {
      fail(why(send, reply), false);
      return;
    }
    loop.after(
        longer(),
        () ->
            look(
                true,
                now -> {
                  object = now;
                  go();
                }));
  }

  private Duration longer() {
    var now = pause;
    var twice = pause.multipliedBy(2);
    pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    return now;
  }

  /**
   * Reads the object.
   *
   * @param unsure whether nobody knows what was done to it: then it is asked for as long as it
   *     takes, even if that is refused
   */
  private void look(boolean unsure, Consumer<KnownObject<T>> seen) {
    var call = Call.get(type, object.metadata().namespace(), object.metadata().name());
    api.send(
        call,
        reply -> {
          switch (reply) {
            case Reply.Done(var tree) -> seen.accept(type.read(tree));
            case Reply.Refused refused when refused.isNotFound() ->
                then.accept(new Result.Gone<>());
            case Reply.Refused refused when unsure || mayBeDone(refused) ->
                loop.after(longer(), () -> look(unsure, seen));
            case Reply.Refused refused ->
                fail("get " + object.key() + ": " + refused.problem(), false);
            case Reply.Unanswered _ -> loop.after(longer(), () -> look(unsure, seen));
          }
        });
  }
}
