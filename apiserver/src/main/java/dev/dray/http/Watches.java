package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import dev.dray.registry.ListSelection;
import dev.dray.registry.Registry;
import dev.dray.registry.Registry.Freshness;
import dev.dray.registry.Target;
import dev.dray.schema.Protobuf;
import dev.dray.store.CompactedException;
import dev.dray.store.StoreException;
import dev.dray.watch.Event;
import dev.dray.watch.Feed;
import dev.dray.watch.Item;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The handler of watch: it sends a line per change until the client, the timeout or the server ends
 * it.
 */
final class Watches {
  private static final int BUFFER = 16 << 10;
  private static final int MOST_AT_ONCE = 256;
  private static final Duration BOOKMARKS = Duration.ofSeconds(60);
  private static final Duration LOOKS_UP = Duration.ofSeconds(2);
  private static final int SHORTEST_SECONDS = 1800;
  private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);
  private static final String INITIAL_END = "k8s.io/initial-events-end";

  private final Registry registry;
  private final InstantSource clock;
  private final BooleanSupplier closing;
  private final Metrics metrics;
  private final ProtobufBodies protobufBodies;

  Watches(
      Registry registry,
      InstantSource clock,
      BooleanSupplier closing,
      Metrics metrics,
      ProtobufBodies protobufBodies) {
    this.protobufBodies = protobufBodies;
    this.registry = registry;
    this.clock = clock;
    this.closing = closing;
    this.metrics = metrics;
  }

  /**
   * Declines a WebSocket upgrade with a stream that ends at once. Clients take that for a refusal
   * and retry without it; some would read an endless stream to its end first.
   */
  private static void decline(Exchange exchange) throws IOException {
    exchange.begin(200).close();
  }

  void watch(Target target, Parameters parameters, ResponseForm responseForm, Exchange exchange)
      throws IOException, InterruptedException {
    if (exchange.header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent()) {
      decline(exchange);
      return;
    }
    var listSelection =
        ListSelection.parse(
            target.resource(), parameters.text("labelSelector"), parameters.text("fieldSelector"));
    var rendering =
        new Rendering(
            target,
            responseForm,
            Rendering.IncludeObject.of(parameters.text("includeObject")),
            clock.instant());
    Optional<Beginning> beginning = Optional.empty();
    Optional<StatusError> expired = Optional.empty();
    try {
      beginning = Optional.of(beginning(target, parameters));
    } catch (StatusError e) {
      if (e.reason() != StatusError.Reason.EXPIRED) {
        throw e;
      }
      // Sent as an event, because that is where clients look for it.
      expired = Optional.of(e);
    }
    exchange.set(
        "Content-Type",
        responseForm.contentType()
            + (responseForm.notation() == ResponseForm.Notation.JSON ? "" : ";stream=watch"));
    exchange.set("Cache-Control", "no-cache, private");
    try (var _ = new Closing(beginning.map(Beginning::feed));
        var out = new BufferedOutputStream(exchange.begin(200), BUFFER)) {
      if (exchange.method().equals("HEAD")) {
        // For the client the response is complete by now, and it may send its next request at once.
        return;
      }
      var stream = new Stream(target, listSelection, responseForm, rendering, out);
      if (expired.isPresent()) {
        stream.error(expired.get());
      } else {
        stream.run(beginning.orElseThrow(), parameters, exchange);
      }
    }
  }

  /** A handle that closes a feed, if there is one. */
  private record Closing(Optional<Feed> feed) implements AutoCloseable {
    @Override
    public void close() {
      feed.ifPresent(Feed::close);
    }
  }

  /**
   * The start of a watch.
   *
   * @param initial the existing objects, sent first
   * @param marked whether a bookmark marks the end of the initial objects
   */
  private record Beginning(List<Item> initial, long revision, boolean marked, Feed feed) {}

  private Beginning beginning(Target target, Parameters parameters) {
    var revision = parameters.revision("resourceVersion");
    boolean streamsList = parameters.truth("sendInitialEvents");
    if (parameters.has("sendInitialEvents")
        && !parameters.text("resourceVersionMatch").equals("NotOlderThan")) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
              + " sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    }
    if (streamsList || (revision.orElse(0L) == 0 && !parameters.has("sendInitialEvents"))) {
      Freshness freshness =
          revision.isEmpty()
              ? new Freshness.Newest()
              : revision.get() == 0
                  ? new Freshness.Any()
                  : new Freshness.NotOlderThan(revision.get());
      var opening = registry.open(target, freshness);
      return new Beginning(
          opening.contents().items(), opening.contents().revision(), streamsList, opening.feed());
    }
    if (revision.orElse(0L) == 0) {
      var opening = registry.open(target, new Freshness.Newest());
      return new Beginning(List.of(), opening.contents().revision(), false, opening.feed());
    }
    return new Beginning(List.of(), revision.get(), false, registry.follow(target, revision.get()));
  }

  /** The knowledge of whether the client is still there. */
  private record Presence(AtomicBoolean gone, Exchange exchange) {
    boolean isThere() {
      return !gone.get();
    }

    /**
     * Returns whether the client has gone without a notice. Probed only while there is nothing to
     * send, because sending reveals it too. The connection ends with it: if the client sent another
     * request instead, the probe has consumed it, and nobody may wait for a response to it.
     */
    boolean hasGoneQuietly() {
      boolean gone = exchange.isAbandoned();
      if (gone) {
        exchange.abort();
      }
      return gone;
    }
  }

  /** A running watch. */
  private final class Stream {
    private final Target target;
    private final ListSelection listSelection;
    private final ResponseForm responseForm;
    private final Rendering rendering;
    private final OutputStream out;
    private boolean first = true;

    Stream(
        Target target,
        ListSelection listSelection,
        ResponseForm responseForm,
        Rendering rendering,
        OutputStream out) {
      this.target = target;
      this.listSelection = listSelection;
      this.responseForm = responseForm;
      this.rendering = rendering;
      this.out = out;
    }

    void run(Beginning beginning, Parameters parameters, Exchange exchange)
        throws IOException, InterruptedException {
      var feed = beginning.feed();
      var gone = new AtomicBoolean();
      exchange.onFailure(() -> gone.set(true));
      boolean bookmarks = parameters.truth("allowWatchBookmarks");
      for (var item : beginning.initial()) {
        if (listSelection.matches(target.resource(), item)) {
          send("ADDED", item, item.revision());
        }
      }
      if (beginning.marked() && bookmarks) {
        bookmark(beginning.revision(), true);
      }
      out.flush();
      try {
        follow(feed, end(parameters), bookmarks, new Presence(gone, exchange));
      } catch (CompactedException e) {
        error(Registry.expired(feed.revision(), e.compacted()));
      } catch (StoreException e) {
        error(
            new StatusError(
                StatusError.Reason.SERVICE_UNAVAILABLE,
                "The watch cannot continue: " + e.getMessage()));
      }
    }

    private void follow(Feed feed, long end, boolean bookmarks, Presence client)
        throws IOException, InterruptedException {
      long nextBookmark = System.nanoTime() + BOOKMARKS.toNanos();
      while (System.nanoTime() < end && !closing.getAsBoolean() && client.isThere()) {
        long until = Math.min(end, System.nanoTime() + LOOKS_UP.toNanos());
        var event = feed.next(Duration.ofNanos(until - System.nanoTime()));
        if (event.isEmpty() && client.hasGoneQuietly()) {
          return;
        }
        boolean sent = false;
        for (int told = 1; event.isPresent(); told++) {
          sent |= tell(event.get());
          // On a busy resource an event is always waiting; the client must see the earlier ones
          // anyway.
          event = told < MOST_AT_ONCE ? feed.next(Duration.ZERO) : Optional.empty();
        }
        if (bookmarks && System.nanoTime() >= nextBookmark) {
          bookmark(feed.revision(), false);
          sent = true;
          nextBookmark = System.nanoTime() + BOOKMARKS.toNanos();
        }
        if (sent) {
          out.flush();
        }
      }
      if (bookmarks && client.isThere()) {
        bookmark(feed.revision(), false);
      }
    }

    /** Sends an event if the client selected its object, and returns whether it did. */
    private boolean tell(Event event) throws IOException {
      var resource = target.resource();
      var now = event.now().filter(it -> listSelection.matches(resource, it));
      var before = event.before().filter(it -> listSelection.matches(resource, it));
      if (now.isPresent()) {
        boolean isNew = listSelection.isEverything() ? now.get().isFirst() : before.isEmpty();
        send(isNew ? "ADDED" : "MODIFIED", now.get(), event.revision());
        return true;
      }
      if (before.isPresent()) {
        send("DELETED", before.get(), event.revision());
        return true;
      }
      return false;
    }

    private void send(String type, Item item, long revision) throws IOException {
      metrics.watchEvent(target.resource(), target.version());
      if (responseForm.notation() == ResponseForm.Notation.PROTOBUF) {
        out.write(Protobuf.watchEvent(type, protobuf(item, revision)));
        return;
      }
      out.write(("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII));
      if (responseForm.content() == ResponseForm.Content.TABLE) {
        out.write(rendering.tableOf(item, revision, first).bytes());
        first = false;
      } else {
        rendering.write(item, revision, out);
      }
      out.write(END);
    }

    /** Returns an object as protobuf, encoded once for all watches of the object. */
    private byte[] protobuf(Item item, long revision) {
      return item.form(
          "protobuf %s %s %d".formatted(responseForm.content(), target.apiVersion(), revision),
          it -> encoded(rendering.tree(it, revision)));
    }

    private byte[] encoded(Json.Obj object) {
      return protobufBodies.protobuf(object).orElseGet(object::bytes);
    }

    private void bookmark(long revision, boolean endOfInitial) throws IOException {
      var metadata = Json.obj("resourceVersion", Long.toString(revision));
      if (endOfInitial) {
        metadata = metadata.with("annotations", Json.obj(INITIAL_END, "true"));
      }
      line("BOOKMARK", bookmarkObject(metadata));
    }

    private Json.Obj bookmarkObject(Json.Obj metadata) {
      var plain =
          Json.obj(
              "kind", target.resource().kind(),
              "apiVersion", target.apiVersion(),
              "metadata", metadata);
      return switch (responseForm.content()) {
        case OBJECTS -> plain;
        case METADATA -> responseForm.partial(plain);
        case TABLE ->
            Json.obj(
                "kind",
                "Table",
                "apiVersion",
                "meta.k8s.io/" + responseForm.version(),
                "metadata",
                metadata,
                "columnDefinitions",
                Json.Null.NULL,
                "rows",
                Json.Arr.of(
                    Json.obj("cells", Json.of(List.of()), "object", responseForm.partial(plain))));
      };
    }

    private void error(StatusError error) throws IOException {
      line("ERROR", error.status());
    }

    private void line(String type, Json.Obj object) throws IOException {
      if (responseForm.notation() == ResponseForm.Notation.PROTOBUF) {
        out.write(Protobuf.watchEvent(type, encoded(object)));
      } else {
        out.write(Json.obj("type", type, "object", object).bytes());
        out.write('\n');
      }
      out.flush();
    }
  }

  /**
   * Returns the end of the watch: as requested, or after a random time, so that watches do not all
   * end at once.
   */
  private static long end(Parameters parameters) {
    Optional<Long> asked = parameters.number("timeoutSeconds").filter(it -> it > 0);
    long seconds =
        asked.orElseGet(
            () -> SHORTEST_SECONDS + ThreadLocalRandom.current().nextLong(SHORTEST_SECONDS));
    return System.nanoTime() + Duration.ofSeconds(Math.min(seconds, 86_400)).toNanos();
  }
}
