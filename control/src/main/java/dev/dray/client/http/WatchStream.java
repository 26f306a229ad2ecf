package dev.dray.client.http;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A watch that turns lines of a server into events; its calls and callbacks are on the event loop.
 */
final class WatchStream<T> implements Api.Watch {
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final HttpConnection httpConnection;
  private final EventLoop loop;
  private final ResourceType<T> type;
  private final Api.Watcher<T> watcher;
  private final Instant begun;
  private final Duration lasting;
  private @Nullable CompletableFuture<HttpResponse<byte[]>> answer;
  private EventLoop.@Nullable Timer guard;
  private boolean heard;
  private boolean over;

  /** The event of a line. */
  private sealed interface Event<T> {
    record Changed<T>(KnownObject<T> object) implements Event<T> {}

    record Removed<T>(KnownObject<T> object) implements Event<T> {}

    record Reached<T>(String revision) implements Event<T> {}

    record Ended<T>(Reply why) implements Event<T> {}
  }

  WatchStream(
      HttpConnection httpConnection, EventLoop loop, ResourceType<T> type, Api.Watcher<T> watcher) {
    this.httpConnection = httpConnection;
    this.loop = loop;
    this.type = type;
    this.watcher = watcher;
    this.begun = loop.now();
    this.lasting = lasting(httpConnection.bounds().watching(), type);
  }

  /**
   * Returns the duration of a watch: between once and twice the minimum, different per kind, so
   * that not all end at once.
   */
  private static Duration lasting(Duration least, ResourceType<?> type) {
    long seconds = Math.max(1, least.toSeconds());
    return Duration.ofSeconds(seconds + Math.floorMod(type.toString().hashCode(), seconds));
  }

  void open(ListSelector listSelector, String after, String component) {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("watch", "true");
    parameters.put("allowWatchBookmarks", "true");
    parameters.put("resourceVersion", after);
    parameters.put("timeoutSeconds", Long.toString(lasting.toSeconds()));
    guardFor(httpConnection.bounds().patience());
    try {
      var request = httpConnection.list(type, listSelector, parameters, component);
      var sent = httpConnection.open(request, this::body);
      answer = sent;
      var _ = sent.whenComplete(this::closed);
    } catch (IOException e) {
      var why = new Reply.Unanswered(httpConnection.words(e));
      loop.post(() -> end(why));
    }
  }

  private HttpResponse.BodySubscriber<byte[]> body(HttpResponse.ResponseInfo head) {
    if (head.statusCode() != 200) {
      return HttpResponse.BodySubscribers.ofByteArray();
    }
    loop.post(() -> guardFor(lasting.plus(httpConnection.bounds().patience())));
    return new LineReader<>(this::event, this::deliver);
  }

  private void deliver(List<Event<T>> events, Runnable done) {
    loop.post(
        () -> {
          events.forEach(this::tell);
          done.run();
        });
  }

  /** Restarts the timer that detects a dead connection. */
  private void guardFor(Duration time) {
    if (guard != null) {
      guard.cancel();
    }
    if (!over) {
      guard =
          loop.after(
              time,
              () ->
                  end(
                      new Reply.Unanswered(
                          "The watch of %s received nothing for too long.".formatted(type))));
    }
  }

  private Event<T> event(byte[] line) {
    var tree = HttpReply.tree(line);
    if (tree.isEmpty()) {
      return new Event.Ended<>(
          new Reply.Unanswered(
              "The watch of %s received something that is not a JSON object.".formatted(type)));
    }
    var object = tree.get().object("object");
    return switch (tree.get().text("type")) {
      case "ADDED", "MODIFIED" -> new Event.Changed<>(type.read(complete(object, type)));
      case "DELETED" -> new Event.Removed<>(type.read(complete(object, type)));
      case "BOOKMARK" -> new Event.Reached<>(object.text("metadata", "resourceVersion"));
      case "ERROR" -> new Event.Ended<>(HttpReply.refused(object, 500));
      default ->
          new Event.Ended<>(
              new Reply.Unanswered(
                  "The watch of %s received an event of unknown type \"%s\"."
                      .formatted(type, tree.get().text("type"))));
    };
  }

  /**
   * Adds kind and version to an object: items of lists lack them, those of watches do not, and all
   * are to look the same.
   */
  static Json.Obj complete(Json.Obj object, ResourceType<?> type) {
    return object.has("kind")
        ? object
        : object.with("apiVersion", Json.of(type.apiVersion())).with("kind", Json.of(type.kind()));
  }

  private void tell(Event<T> event) {
    if (over) {
      return;
    }
    heard = true;
    switch (event) {
      case Event.Changed<T>(var object) -> watcher.changed(object);
      case Event.Removed<T>(var object) -> watcher.removed(object);
      case Event.Reached<T>(var revision) -> watcher.reached(revision);
      case Event.Ended<T>(var why) -> end(why);
    }
  }

  private void closed(@Nullable HttpResponse<byte[]> response, @Nullable Throwable problem) {
    if (problem != null || response == null) {
      var why =
          new Reply.Unanswered(
              problem == null ? "There is no response." : httpConnection.words(problem));
      loop.post(() -> end(why));
    } else if (response.statusCode() == 200) {
      loop.post(() -> end(usual()));
    } else {
      var refusal = HttpConnection.heard(response);
      var when = refusal.again().orElse(Duration.ZERO);
      loop.after(when, () -> end(refusal.reply()));
    }
  }

  /**
   * Returns the reply for the usual end. A server that ends every watch at once must not be asked
   * without pause, so that is a failure.
   */
  private Reply usual() {
    return heard || Duration.between(begun, loop.now()).compareTo(SHORT) >= 0
        ? new Reply.Done(Json.Obj.EMPTY)
        : new Reply.Unanswered("The watch of %s ended right after it began.".formatted(type));
  }

  private void end(Reply why) {
    if (!over) {
      stop();
      watcher.ended(why);
    }
  }

  @Override
  public void stop() {
    over = true;
    if (guard != null) {
      guard.cancel();
    }
    if (answer != null) {
      answer.cancel(true);
    }
  }
}
