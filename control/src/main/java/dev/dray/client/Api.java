package dev.dray.client;

import java.util.List;
import java.util.function.Consumer;

/**
 * A Kubernetes API as one component sees it: no call blocks, and all replies arrive on the event
 * loop.
 *
 * <p>Several calls may be in flight at once, and may be answered in any order.
 */
public interface Api {

  /** Sends a call; {@code then} gets the reply on the event loop, once. */
  void send(Call call, Consumer<Reply> then);

  /** Lists the objects of a kind. */
  <T> void list(ResourceType<T> type, ListSelector listSelector, Consumer<Listing<T>> then);

  /** Watches the changes after a revision, until the watch is stopped or ends. */
  <T> Watch watch(
      ResourceType<T> type, ListSelector listSelector, String after, Watcher<T> watcher);

  /** The result of a list. */
  sealed interface Listing<T> {
    /** The objects, as of a revision. */
    record Found<T>(List<KnownObject<T>> items, String revision) implements Listing<T> {
      public Found {
        items = List.copyOf(items);
      }
    }

    /** The list failed; the reply says why. */
    record Failed<T>(Reply reply) implements Listing<T> {}
  }

  /** A receiver of changes, on the event loop. */
  interface Watcher<T> {
    /** Called when an object is new or has changed. */
    void changed(KnownObject<T> object);

    /** Called when an object is deleted, with its last state. */
    void removed(KnownObject<T> object);

    /** Called when all changes up to a revision were reported. */
    void reached(String revision);

    /**
     * Called when the watch ends. A {@link Reply.Done} means that this is the usual end of a watch.
     */
    void ended(Reply why);
  }

  /** An open watch. */
  interface Watch {
    /** Stops the watch; the watcher is not called again, not even with the end. */
    void stop();
  }
}
