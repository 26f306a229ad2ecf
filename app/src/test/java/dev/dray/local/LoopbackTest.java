package dev.dray.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.client.ThreadLoop;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import dev.dray.kinds.RuntimeConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LoopbackTest {
  private static final long SECONDS = 20;

  @TempDir private static Path folder;
  private static ApiServer server;
  private static ThreadLoop loop;
  private static Loopback loopback;

  @BeforeAll
  static void start() throws Exception {
    server =
        ApiServer.start(
            new ApiServerOptions(
                folder,
                InetSocketAddress.createUnresolved("127.0.0.1", 0),
                List.of(),
                new ApiServerOptions.StoreChoice.Memory(),
                Gates.defaults(),
                RuntimeConfig.defaults(),
                Optional.empty(),
                Optional.empty(),
                400,
                200,
                Duration.ofMinutes(10),
                InstantSource.system()));
    loop = new ThreadLoop("test");
    loopback = new Loopback(server);
  }

  @AfterAll
  static void stop() {
    loopback.close();
    loop.close();
    server.close();
  }

  private static Reply answer(Api api, Call call) throws Exception {
    var reply = new CompletableFuture<Reply>();
    api.send(call, reply::complete);
    return reply.get(SECONDS, TimeUnit.SECONDS);
  }

  private static Json.Obj pod(String name) {
    return Json.obj(
        "apiVersion",
        "v1",
        "kind",
        "Pod",
        "metadata",
        Json.obj("name", name, "namespace", "default"),
        "spec",
        Json.obj("containers", Json.Arr.of(Json.obj("name", "main", "image", "busybox"))));
  }

  @Test
  void an_informer_hears_of_what_others_create_change_and_delete() throws Exception {
    var api = loopback.on(loop, "dray-nodes");
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    var informers = new Informers(loopback.on(loop, "dray-scheduler"), loop);
    loop.post(
        () -> {
          informers
              .of(Resources.PODS)
              .listen(
                  new Listener<>() {
                    @Override
                    public void added(KnownObject<Pod> object) {
                      heard.add("added " + object.key());
                    }

                    @Override
                    public void changed(KnownObject<Pod> before, KnownObject<Pod> now) {
                      heard.add("changed " + now.key() + " " + now.value().spec().nodeName());
                    }

                    @Override
                    public void removed(KnownObject<Pod> object) {
                      heard.add("removed " + object.key());
                    }
                  });
          informers.start();
          informers.whenSynced(() -> heard.add("synced"));
        });
    assertThat(heard.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("synced");

    var created = answer(api, Call.create(Resources.PODS, "default", pod("heard")));

    assertThat(created).isInstanceOf(Reply.Done.class);
    assertThat(heard.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("added default/heard");

    var uid = ((Reply.Done) created).object().text("metadata", "uid");
    var scheduler = loopback.on(loop, "dray-scheduler");
    assertThat(answer(scheduler, Call.bind("default", "heard", uid, "node-1")))
        .isInstanceOf(Reply.Done.class);
    assertThat(heard.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("changed default/heard node-1");

    assertThat(answer(api, Call.delete(Resources.PODS, "default", "heard", uid, 0)))
        .isInstanceOf(Reply.Done.class);
    assertThat(heard.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("removed default/heard");
    loop.post(informers::stop);
  }

  @Test
  void who_fails_at_one_change_hears_of_those_that_came_with_it() throws Exception {
    var api = loopback.on(loop, "dray-nodes");
    var listing = new CompletableFuture<Api.Listing<Pod>>();
    api.list(Resources.PODS, ListSelector.ALL, listing::complete);
    var found = (Api.Listing.Found<Pod>) listing.get(SECONDS, TimeUnit.SECONDS);
    var uids = new LinkedHashMap<String, String>();
    for (var name : List.of("batch-1", "batch-2", "batch-3")) {
      var created = (Reply.Done) answer(api, Call.create(Resources.PODS, "default", pod(name)));
      uids.put(name, created.object().text("metadata", "uid"));
    }
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    var watch =
        api.watch(
            Resources.PODS,
            ListSelector.ALL,
            found.revision(),
            new Api.Watcher<>() {
              @Override
              public void changed(KnownObject<Pod> object) {
                heard.add(object.metadata().name());
                if (heard.size() == 1) {
                  throw new IllegalStateException("a mistake of a watcher");
                }
              }

              @Override
              public void removed(KnownObject<Pod> object) {}

              @Override
              public void reached(String revision) {}

              @Override
              public void ended(Reply why) {}
            });

    for (var name : uids.keySet()) {
      assertThat(heard.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(name);
    }
    watch.stop();
    for (var pod : uids.entrySet()) {
      answer(api, Call.delete(Resources.PODS, "default", pod.getKey(), pod.getValue(), 0));
    }
  }

  @Test
  void a_component_may_do_only_what_its_role_says() throws Exception {
    var scheduler = loopback.on(loop, "dray-scheduler");

    var reply = answer(scheduler, Call.create(Resources.NAMESPACES, "", Json.Obj.EMPTY));

    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(403);
              assertThat(refused.message())
                  .contains("User \"system:kube-scheduler\" cannot create it");
            });
  }

  @Test
  void a_watch_that_selects_by_an_unknown_field_ends_with_the_reason() throws Exception {
    var ended = new CompletableFuture<Reply>();
    var api = loopback.on(loop, "dray-scheduler");

    api.watch(
        Resources.PODS,
        dev.dray.client.ListSelector.fields("spec.nonsense=1"),
        "1",
        new Api.Watcher<>() {
          @Override
          public void changed(KnownObject<Pod> object) {}

          @Override
          public void removed(KnownObject<Pod> object) {}

          @Override
          public void reached(String revision) {}

          @Override
          public void ended(Reply why) {
            ended.complete(why);
          }
        });

    assertThat(ended.get(SECONDS, TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.message()).contains("spec.nonsense"));
  }
}
