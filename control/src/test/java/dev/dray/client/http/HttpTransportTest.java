package dev.dray.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Api.Listing;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.client.ThreadLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server may answer, said by one that says what it is told to. */
class HttpTransportTest {
  private static final HttpTransport.Bounds BOUNDS =
      new HttpTransport.Bounds(4, 2, Duration.ofSeconds(20), Duration.ofMinutes(5));

  private final Unhurried loop = new Unhurried();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  @SuppressWarnings("NullAway.Init")
  private HttpServer server;

  @SuppressWarnings("NullAway.Init")
  private HttpTransport transport;

  private volatile Script script = _ -> new Said(200, "{}");

  private interface Script {
    Said answer(HttpExchange exchange) throws IOException;
  }

  private record Said(int code, String body, String retryAfter) {
    Said(int code, String body) {
      this(code, body, "");
    }
  }

  /** A loop that notes how long it should wait, and does not, unless for as long as a guard. */
  private static final class Unhurried implements EventLoop {
    private final ThreadLoop thread = new ThreadLoop("test");
    private final List<Duration> waits = new CopyOnWriteArrayList<>();

    @Override
    public Instant now() {
      return thread.now();
    }

    @Override
    public void post(Runnable task) {
      thread.post(task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
      if (delay.compareTo(BOUNDS.patience()) >= 0) {
        return thread.after(delay, task);
      }
      waits.add(delay);
      thread.post(task);
      return () -> {};
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    transport =
        HttpTransport.to(config("http://127.0.0.1:" + server.getAddress().getPort()), BOUNDS);
  }

  @AfterEach
  void stop() {
    transport.close();
    server.stop(0);
    loop.thread.close();
  }

  private static Kubeconfig config(String url) {
    return new Kubeconfig(
        "test",
        "test",
        URI.create(url),
        new Trust.Usual(),
        Optional.empty(),
        new Credentials.Token("secret"));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      var said = script.answer(exchange);
      if (!said.retryAfter().isEmpty()) {
        exchange.getResponseHeaders().add("Retry-After", said.retryAfter());
      }
      var body = said.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(said.code(), 0);
      exchange.getResponseBody().write(body);
    }
  }

  private Api api() {
    return transport.on(loop, "dray-test");
  }

  private String heard() throws InterruptedException {
    var next = told.poll(20, TimeUnit.SECONDS);
    return next == null ? "nothing" : next;
  }

  private String send(Call call) throws InterruptedException {
    api().send(call, reply -> told.add(reply.toString()));
    return heard();
  }

  private static String status(int code, String reason) {
    return Json.obj("kind", "Status", "code", code, "reason", reason, "message", "because")
        .toText();
  }

  @Test
  void a_call_becomes_the_request_that_means_it() throws InterruptedException {
    var heads = new CopyOnWriteArrayList<String>();
    script =
        exchange -> {
          var headers = exchange.getRequestHeaders();
          heads.add(
              "%s, %s, %s, %s"
                  .formatted(
                      headers.getFirst("User-Agent"),
                      headers.getFirst("Authorization"),
                      headers.getFirst("Content-Type"),
                      new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
          return new Said(200, "{}");
        };
    var pod = Json.obj("metadata", Json.obj("name", "p", "namespace", "n"));

    send(Call.get(Resources.PODS, "n", "p"));
    send(Call.create(Resources.PODS, "n", pod));
    send(Call.updateStatus(Resources.PODS, pod));
    send(Call.patch(Call.Verb.MERGE_PATCH, Resources.NODES, "", "a", "", Json.obj("x", 1)));
    send(Call.apply(Resources.CLAIMS, "n", "c", "status", pod, ""));
    send(Call.delete(Resources.PODS, "n", "p", "u-1"));

    assertThat(asked)
        .containsExactly(
            "GET /api/v1/namespaces/n/pods/p",
            "POST /api/v1/namespaces/n/pods",
            "PUT /api/v1/namespaces/n/pods/p/status",
            "PATCH /api/v1/nodes/a",
            "PATCH /apis/resource.k8s.io/v1/namespaces/n/resourceclaims/c/status"
                + asked.get(4).substring(asked.get(4).indexOf('?')),
            "DELETE /api/v1/namespaces/n/pods/p");
    assertThat(asked.get(4)).contains("fieldManager=dray-test").contains("force=true");
    assertThat(heads.get(0)).matches("dray/\\S+ \\(dray-test\\), Bearer secret, null, ");
    assertThat(heads.get(3)).endsWith("application/merge-patch+json, {\"x\":1}");
    assertThat(heads.get(4)).contains("application/apply-patch+yaml");
    assertThat(heads.get(5)).endsWith("{\"preconditions\":{\"uid\":\"u-1\"}}");
  }

  @Test
  void a_status_is_a_refusal() throws InterruptedException {
    script = _ -> new Said(409, status(409, "AlreadyExists"));

    assertThat(send(Call.get(Resources.PODS, "n", "p")))
        .isEqualTo(new Reply.Refused(409, "AlreadyExists", "because").toString());
  }

  @Test
  void words_of_somebody_in_between_are_no_answer() throws InterruptedException {
    script = _ -> new Said(502, "<html>Bad Gateway</html>");

    assertThat(send(Call.get(Resources.PODS, "n", "p"))).startsWith("Unanswered").contains("502");
  }

  @Test
  void who_asks_for_time_gets_it() throws InterruptedException {
    var number = new AtomicInteger();
    script =
        _ ->
            switch (number.incrementAndGet()) {
              case 1 -> new Said(429, status(429, "TooManyRequests"), "7");
              case 2 -> new Said(503, "later", "2");
              default -> new Said(200, "{\"kind\":\"Pod\"}");
            };

    assertThat(send(Call.get(Resources.PODS, "n", "p"))).startsWith("Done");
    assertThat(loop.waits).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(2));
  }

  @Test
  void who_never_has_time_is_believed_at_last() throws InterruptedException {
    script = _ -> new Said(429, status(429, "TooManyRequests"), "1");

    assertThat(send(Call.get(Resources.PODS, "n", "p"))).startsWith("Refused[code=429");
    assertThat(asked).hasSize(10);
  }

  @Test
  void a_server_that_is_not_there_does_not_answer() throws InterruptedException {
    server.stop(0);

    assertThat(send(Call.get(Resources.PODS, "n", "p")))
        .startsWith("Unanswered")
        .contains("cannot be reached");
  }

  @Test
  void only_so_many_calls_are_under_way() throws InterruptedException {
    var now = new AtomicInteger();
    var most = new AtomicInteger();
    var go = new Semaphore(0);
    var full = new CountDownLatch(4);
    script =
        _ -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          full.countDown();
          go.acquireUninterruptibly();
          now.decrementAndGet();
          return new Said(200, "{}");
        };

    for (int i = 0; i < 12; i++) {
      api().send(Call.get(Resources.PODS, "n", "p" + i), reply -> told.add(reply.toString()));
    }
    assertThat(full.await(20, TimeUnit.SECONDS)).isTrue();
    go.release(12);
    for (int i = 0; i < 12; i++) {
      assertThat(heard()).startsWith("Done");
    }

    assertThat(most).hasValue(4);
  }

  private static String page(String more, String... names) {
    var items = new java.util.ArrayList<Json>();
    for (var name : names) {
      items.add(Json.obj("metadata", Json.obj("name", name, "resourceVersion", "1")));
    }
    return Json.obj(
            "metadata", Json.obj("resourceVersion", "9", "continue", more), "items", Json.of(items))
        .toText();
  }

  private String list() throws InterruptedException {
    api()
        .list(
            Resources.NODES,
            ListSelector.ALL,
            listing ->
                told.add(
                    switch (listing) {
                      case Listing.Found<?>(var items, var revision) ->
                          items.stream().map(KnownObject::key).toList() + "@" + revision;
                      case Listing.Failed<?>(var reply) -> reply.toString();
                    }));
    return heard();
  }

  @Test
  void a_list_comes_page_by_page() throws InterruptedException {
    script =
        exchange ->
            exchange.getRequestURI().toString().contains("continue=x%26y")
                ? new Said(200, page("", "c"))
                : new Said(200, page("x&y", "a", "b"));

    assertThat(list()).isEqualTo("[a, b, c]@9");
    assertThat(asked.getFirst()).endsWith("/api/v1/nodes?limit=2");
  }

  @Test
  void pages_that_are_no_longer_kept_are_read_all_at_once() throws InterruptedException {
    script =
        exchange -> {
          var uri = exchange.getRequestURI().toString();
          return uri.contains("continue")
              ? new Said(410, status(410, "Expired"))
              : uri.contains("limit")
                  ? new Said(200, page("x", "a", "b"))
                  : new Said(200, page("", "b", "c"));
        };

    assertThat(list()).isEqualTo("[b, c]@9");
  }

  /** Tells what it hears. */
  private <T> Api.Watcher<T> watcher() {
    return new Api.Watcher<>() {
      @Override
      public void changed(KnownObject<T> object) {
        told.add("changed " + object.key() + " " + object.tree().text("kind"));
      }

      @Override
      public void removed(KnownObject<T> object) {
        told.add("removed " + object.key());
      }

      @Override
      public void reached(String revision) {
        told.add("reached " + revision);
      }

      @Override
      public void ended(Reply why) {
        told.add("ended " + why);
      }
    };
  }

  private static String line(String type, String name) {
    return Json.obj(
                "type",
                type,
                "object",
                Json.obj("metadata", Json.obj("name", name, "resourceVersion", "5")))
            .toText()
        + "\n";
  }

  @Test
  void a_watch_tells_line_by_line_in_order() throws InterruptedException {
    script =
        _ ->
            new Said(
                200,
                line("ADDED", "a")
                    + line("MODIFIED", "a")
                    + line("DELETED", "a")
                    + line("BOOKMARK", "")
                    + "\n");

    api().watch(Resources.NODES, ListSelector.fields("metadata.name=a"), "4", watcher());

    assertThat(List.of(heard(), heard(), heard(), heard(), heard()))
        .containsExactly(
            "changed a Node",
            "changed a Node",
            "removed a",
            "reached 5",
            "ended " + new Reply.Done(Json.Obj.EMPTY));
    assertThat(asked.getFirst())
        .contains("watch=true", "allowWatchBookmarks=true", "resourceVersion=4")
        .contains("fieldSelector=metadata.name%3Da")
        .containsPattern("timeoutSeconds=[3-5][0-9][0-9]");
  }

  @Test
  void a_revision_that_is_gone_ends_a_watch_before_it_begins() throws InterruptedException {
    script = _ -> new Said(410, status(410, "Expired"));

    api().watch(Resources.NODES, ListSelector.ALL, "4", watcher());

    assertThat(heard()).startsWith("ended Refused[code=410, reason=Expired");
  }

  @Test
  void a_revision_that_is_gone_ends_a_watch_that_has_begun() throws InterruptedException {
    script =
        _ ->
            new Said(
                200,
                line("ADDED", "a")
                    + "{\"type\":\"ERROR\",\"object\":"
                    + status(410, "Gone")
                    + "}\n"
                    + line("ADDED", "b"));

    api().watch(Resources.NODES, ListSelector.ALL, "4", watcher());

    assertThat(heard()).startsWith("changed a");
    assertThat(heard()).startsWith("ended Refused[code=410");
    assertThat(send(Call.get(Resources.NODES, "", "a"))).doesNotStartWith("changed");
  }

  @Test
  void nonsense_ends_a_watch_without_an_answer() throws InterruptedException {
    script = _ -> new Said(200, line("ADDED", "a") + "nonsense\n");

    api().watch(Resources.NODES, ListSelector.ALL, "4", watcher());

    assertThat(heard()).startsWith("changed a");
    assertThat(heard()).startsWith("ended Unanswered").contains("not a JSON object");
  }

  @Test
  void a_watch_that_ends_inside_a_line_is_broken() throws InterruptedException {
    script = _ -> new Said(200, line("ADDED", "a") + "{\"type\":\"ADD");

    api().watch(Resources.NODES, ListSelector.ALL, "4", watcher());

    assertThat(heard()).startsWith("changed a");
    assertThat(heard()).startsWith("ended Unanswered").contains("inside a line");
  }

  @Test
  void a_watch_that_ends_at_once_is_not_the_usual_end() throws InterruptedException {
    script = _ -> new Said(200, "");

    api().watch(Resources.NODES, ListSelector.ALL, "4", watcher());

    assertThat(heard()).startsWith("ended Unanswered").contains("right after it began");
  }

  @Test
  void a_watch_that_is_stopped_tells_nothing_more() throws InterruptedException {
    var go = new Semaphore(0);
    script =
        _ -> {
          go.acquireUninterruptibly();
          return new Said(200, line("ADDED", "a"));
        };
    loop.post(
        () -> {
          api().watch(Resources.NODES, ListSelector.ALL, "4", watcher()).stop();
          told.add("stopped");
        });
    assertThat(heard()).isEqualTo("stopped");
    go.release(2);

    assertThat(send(Call.get(Resources.NODES, "", "a"))).startsWith("Done");
    assertThat(told).isEmpty();
  }
}
