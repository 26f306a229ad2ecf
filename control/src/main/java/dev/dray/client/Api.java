package dev.dray.client;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Consumer;

/**
 * A Kubernetes API as one component sees it: nobody waits, all answers come back on the loop.
 *
 * <p>Several calls may be under way at once, and may be answered in any order.
 */
public interface Api {

  /** Asks; the answer is given to {@code then} on the loop, once. */
  void send(Call call, Consumer<Reply> then);

  /** What there is of a kind. */
  <T> void list(ResourceType<T> type, ListSelector listSelector, Consumer<Listing<T>> then);

  /** All that changes after a revision, until the watch is stopped or ends. */
  <T> Watch watch(
      ResourceType<T> type, ListSelector listSelector, String after, Watcher<T> watcher);

  /** What came of listing. */
  sealed interface Listing<T> {
    /** All there is, as of a revision. */
    record Found<T>(List<KnownObject<T>> items, String revision) implements Listing<T> {
      public Found {
        items = List.copyOf(items);
        requireNonNull(revision, "revision");
      }
    }

    /** Nothing is known; the reply says why. */
    record Failed<T>(Reply reply) implements Listing<T> {}
  }

  /** Is told what changes, on the loop. */
  interface Watcher<T> {
    /** The object is new or different. */
    void changed(KnownObject<T> object);

    /** The object is gone; this is what it last was. */
    void removed(KnownObject<T> object);

    /** Everything up to this revision was told. */
    void reached(String revision);

    /** No more comes. A {@link Reply.Done} means that this is the usual end of a watch. */
    void ended(Reply why);
  }

  /** A watch that is open. */
  interface Watch {
    /** The watcher hears nothing more, not even that it ended. */
    void stop();
  }
}
