package dev.dray.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.Node;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.client.Api;
import dev.dray.client.Api.Listing;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.client.ThreadLoop;
import dev.dray.client.http.HttpTransport;
import dev.dray.client.http.Kubeconfig;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client of components on a real server. */
class WireTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  private final ThreadLoop loop = new ThreadLoop("test");
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  @AfterEach
  void stop() {
    loop.close();
  }

  private ApiServer server(int port, ApiServerOptions.StoreChoice store, Duration history)
      throws IOException {
    var usual = ApiServerOptions.in(folder);
    return ApiServer.start(
        new ApiServerOptions(
            folder,
            InetSocketAddress.createUnresolved("127.0.0.1", port),
            List.of(),
            store,
            usual.gates(),
            usual.runtimeConfig(),
            usual.tokenFile(),
            usual.audit(),
            usual.mostReading(),
            usual.mostWriting(),
            history,
            usual.clock()));
  }

  private ApiServer server() throws IOException {
    return server(0, new ApiServerOptions.StoreChoice.Memory(), Duration.ofMinutes(10));
  }

  private static HttpTransport transport(Path kubeconfig) {
    return HttpTransport.to(
        Kubeconfig.read(List.of(kubeconfig), ""),
        new HttpTransport.Bounds(16, 2, Duration.ofSeconds(30), Duration.ofMinutes(5)));
  }

  private String heard() throws InterruptedException {
    var next = told.poll(30, TimeUnit.SECONDS);
    return next == null ? "nothing" : next;
  }

  private Reply ask(Api api, Call call) throws InterruptedException {
    var replies = new LinkedBlockingQueue<Reply>();
    api.send(call, replies::add);
    var reply = replies.poll(30, TimeUnit.SECONDS);
    return reply == null ? new Reply.Unanswered("no reply at all") : reply;
  }

  private static Call node(String name) {
    return Call.create(
        Resources.NODES,
        "",
        Json.obj("apiVersion", "v1", "kind", "Node", "metadata", Json.obj("name", name)));
  }

  @Test
  void a_list_of_several_pages_is_whole() throws Exception {
    try (var server = server();
        var transport = transport(server.kubeconfig())) {
      var api = transport.on(loop, "test");
      for (var name : List.of("e", "a", "d", "b", "c")) {
        assertThat(ask(api, node(name))).isInstanceOf(Reply.Done.class);
      }

      api.list(Resources.NODES, ListSelector.ALL, listing -> told.add(words(listing)));

      assertThat(heard()).isEqualTo("[a, b, c, d, e]");
    }
  }

  private static String words(Listing<Node> listing) {
    return switch (listing) {
      case Listing.Found<Node>(var items, _) ->
          items.stream().map(KnownObject::key).toList().toString();
      case Listing.Failed<Node>(var reply) -> reply.toString();
    };
  }

  @Test
  void refusals_keep_their_reasons() throws Exception {
    try (var server = server();
        var transport = transport(server.kubeconfig())) {
      var api = transport.on(loop, "test");
      var made = (Reply.Done) ask(api, node("a"));

      assertThat(((Reply.Refused) ask(api, node("a"))).isAlreadyThere()).isTrue();
      var stale = made.object().with(List.of("metadata", "resourceVersion"), Json.of("1"));
      assertThat(((Reply.Refused) ask(api, Call.update(Resources.NODES, stale))).isConflict())
          .isTrue();
      assertThat(((Reply.Refused) ask(api, Call.get(Resources.NODES, "", "missing"))).isNotFound())
          .isTrue();
    }
  }

  @Test
  void a_component_may_do_what_its_role_allows_and_no_more() throws Exception {
    try (var server = server()) {
      var config = folder.resolve("scheduler.kubeconfig");
      server.identity().writeKubeconfig(server.identity().scheduler(), server.url(), config);
      try (var transport = transport(config)) {
        var api = transport.on(loop, "dray-scheduler");

        assertThat(ask(api, Call.get(Resources.NODES, "", "a")))
            .isInstanceOfSatisfying(
                Reply.Refused.class, it -> assertThat(it.isNotFound()).isTrue());
        assertThat(ask(api, node("a")))
            .isInstanceOfSatisfying(
                Reply.Refused.class, it -> assertThat(it.reason()).isEqualTo("Forbidden"));
      }
    }
  }

  @Test
  void an_informer_follows_a_server_that_restarts() throws Exception {
    var sqlite = new ApiServerOptions.StoreChoice.Sqlite();
    var server = server(0, sqlite, Duration.ofMinutes(10));
    try (var transport = transport(server.kubeconfig())) {
      var api = transport.on(loop, "test");
      var informers = new Informers(api, loop);
      loop.post(() -> informers.of(Resources.NODES).listen(telling()));
      loop.post(informers::start);
      assertThat(ask(api, node("before"))).isInstanceOf(Reply.Done.class);
      assertThat(heard()).isEqualTo("put before");

      int port = server.port();
      server.close();
      server = server(port, sqlite, Duration.ofMinutes(10));
      assertThat(ask(api, node("after"))).isInstanceOf(Reply.Done.class);

      assertThat(heard()).isEqualTo("put after");
      assertThat(told).isEmpty();
      loop.post(informers::stop);
    } finally {
      server.close();
    }
  }

  private Listener<Node> telling() {
    return Listener.of(it -> told.add("put " + it.key()), it -> told.add("removed " + it.key()));
  }

  @Test
  void history_that_is_gone_is_said_so() throws Exception {
    try (var server = server(0, new ApiServerOptions.StoreChoice.Memory(), Duration.ofMillis(50));
        var transport = transport(server.kubeconfig())) {
      var api = transport.on(loop, "test");
      var end = new LinkedBlockingQueue<Reply>();
      for (int i = 0; i < 400 && end.isEmpty(); i++) {
        ask(api, node("node-" + i));
        var seen = new LinkedBlockingQueue<String>();
        loop.post(() -> api.watch(Resources.NODES, ListSelector.ALL, "1", ending(end, seen)));
        seen.poll(10, TimeUnit.SECONDS);
      }

      assertThat(end.poll(10, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(Reply.Refused.class, it -> assertThat(it.isExpired()).isTrue());
    }
  }

  private static Api.Watcher<Node> ending(BlockingQueue<Reply> end, BlockingQueue<String> seen) {
    return new Api.Watcher<>() {
      @Override
      public void changed(KnownObject<Node> object) {
        seen.add("changed");
      }

      @Override
      public void removed(KnownObject<Node> object) {}

      @Override
      public void reached(String revision) {}

      @Override
      public void ended(Reply why) {
        end.add(why);
        seen.add("ended");
      }
    };
  }
}
