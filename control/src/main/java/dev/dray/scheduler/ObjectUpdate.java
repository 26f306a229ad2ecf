package dev.dray.scheduler;

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
 * Brings an object of the API from its current state to the wanted one.
 *
 * <p>A {@link Step} says what to send for an object in its current state. After a conflict or a
 * lost answer the object is read again and the step is asked again: nothing is taken to be done, or
 * not done, that was not seen.
 */
final class ObjectUpdate<T> {
  private static final int MOST_CONFLICTS = 5;
  private static final int MOST_LOSSES = 10;
  private static final Duration CONFLICT_PAUSE = Duration.ofMillis(10);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /**
   * The next thing to do for an object in its current state. Pure: it may be asked any number of
   * times.
   */
  interface Step<T> {
    Next from(KnownObject<T> object);
  }

  /** The next thing to do. */
  sealed interface Next {
    /**
     * A call is to be sent.
     *
     * @param what names the call if it fails, such as {@code add finalizer to claim ns/name}
     * @param last whether the object is as wanted once this succeeds
     */
    record Send(Call call, String what, boolean last) implements Next {}

    /** The object is as wanted. */
    record Done() implements Next {}

    /** The object cannot become as wanted. */
    record Impossible(String why) implements Next {}
  }

  /** The result of an update. */
  sealed interface Result<T> {
    /**
     * The object is as wanted.
     *
     * @param object its current state; absent if the last answer did not contain it
     */
    record Done<T>(Optional<KnownObject<T>> object) implements Result<T> {}

    /**
     * The object could not be brought to the wanted state.
     *
     * @param contested whether a conflict was returned although the object had not changed:
     *     something else is in the way, such as another claim that holds its devices
     */
    record Failed<T>(String why, boolean contested) implements Result<T> {}

    /** The object does not exist. */
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
   * Starts an update.
   *
   * @param object the object as it was last seen
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

  /** Returns whether the answer is the object, and not a Status or the like. */
  private boolean isSelf(Json.Obj tree) {
    return tree.text("kind").equals(type.kind());
  }

  /**
   * Returns whether the call may have been carried out, or may succeed later: a failing server does
   * not always know what it did, and a busy one may have time later.
   */
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
    // A call that would be sent again is contested; otherwise the object may be as wanted by now.
    if (same && step.from(now) instanceof Next.Send) {
      fail(why(send, refused), true);
    } else {
      go();
    }
  }

  private void lost(Next.Send send, Reply reply) {
    losses++;
    loop.after(longer(), () -> look(true, now -> afterLoss(send, reply, now)));
  }

  private void afterLoss(Next.Send send, Reply reply, KnownObject<T> now) {
    object = now;
    boolean isOpen = step.from(now) instanceof Next.Send again && again.what().equals(send.what());
    if (isOpen && losses >= MOST_LOSSES) {
      fail(why(send, reply), false);
      return;
    }
    losses = isOpen ? losses : 0; // It was done after all.
    go();
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
   * @param unsure whether it is not known what was done to it: then it is read until that succeeds,
   *     even if the server refuses
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
