package dev.dray.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.client.ThreadLoop;
import dev.dray.controller.Controllers;
import dev.dray.events.Events;
import dev.dray.informer.Informers;
import dev.dray.kinds.RuntimeConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Controllers do their work on a real server, with the rights that they have there. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ControllersOnServerTest {
  private static final long SECONDS = 20;
  private static final String NS = "default";

  @TempDir private static Path folder;
  private static ApiServer server;
  private static ThreadLoop loop;
  private static Loopback loopback;
  private static Api admin;

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
    loop = new ThreadLoop("controllers");
    loopback = new Loopback(server);
    admin = loopback.on(loop, "test");
    var api = loopback.on(loop, "dray-controllers");
    loop.post(
        () -> {
          var informers = new Informers(api, loop);
          new Controllers(
                  api,
                  loop,
                  informers,
                  new Events(api, loop, "dray-controllers"),
                  Gates.defaults(),
                  new PrometheusRegistry())
              .start();
          informers.start();
        });
  }

  @AfterAll
  static void stop() {
    loopback.close();
    loop.close();
    server.close();
  }

  private static Reply answer(Call call) throws Exception {
    var reply = new CompletableFuture<Reply>();
    admin.send(call, reply::complete);
    return reply.get(SECONDS, TimeUnit.SECONDS);
  }

  private static Json.Obj done(Call call) throws Exception {
    var reply = answer(call);
    assertThat(reply).as(call + ": " + reply.problem()).isInstanceOf(Reply.Done.class);
    return ((Reply.Done) reply).object();
  }

  /** Waits until an object is as it should be; an empty one stands for none. */
  private static Json.Obj await(
      ResourceType<?> type, String namespace, String name, Predicate<Json.Obj> wanted)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (true) {
      var reply = answer(Call.get(type, namespace, name));
      var object = reply instanceof Reply.Done(var found) ? found : Json.Obj.EMPTY;
      if (wanted.test(object)) {
        return object;
      }
      assertThat(System.nanoTime()).as(object + ", " + events()).isLessThan(end);
      Thread.sleep(5);
    }
  }

  private static List<String> events() throws Exception {
    var found = new CompletableFuture<Api.Listing<Json.Obj>>();
    admin.list(Resources.EVENTS, dev.dray.client.ListSelector.ALL, found::complete);
    var messages = new ArrayList<String>();
    if (found.get(SECONDS, TimeUnit.SECONDS) instanceof Api.Listing.Found<Json.Obj>(var items, _)) {
      items.forEach(
          it -> messages.add(it.value().text("reason") + " " + it.value().text("message")));
    }
    return messages;
  }

  private static Json.Obj typed(ResourceType<?> type, Json.Obj metadata, Json.Obj spec) {
    return Json.obj(
        "apiVersion", type.apiVersion(), "kind", type.kind(), "metadata", metadata, "spec", spec);
  }

  private static Json.Obj pod(String name, Json.Obj entry) {
    var container = Json.obj("name", "main", "image", "busybox");
    return typed(
        Resources.PODS,
        Json.obj("name", name, "namespace", NS),
        Json.obj("containers", Json.Arr.of(container), "resourceClaims", Json.Arr.of(entry)));
  }

  private static Json.Obj claimSpec() {
    var request = Json.obj("name", "gpu", "exactly", Json.obj("deviceClassName", "gpu"));
    return Json.obj("devices", Json.obj("requests", Json.Arr.of(request)));
  }

  private static String claimOf(Json.Obj pod) {
    var recorded = pod.objects("status", "resourceClaimStatuses");
    return recorded.isEmpty() ? "" : recorded.getFirst().text("resourceClaimName");
  }

  /** What a scheduler writes. */
  private static void allocate(String claim, String device, Json.Obj pod) throws Exception {
    var guarded =
        done(Call.get(Resources.CLAIMS, NS, claim))
            .with(
                List.of("metadata", "finalizers"),
                Json.strings(List.of("resource.kubernetes.io/delete-protection")));
    var result =
        Json.obj("request", "gpu", "driver", "gpu.example.com", "pool", "pool", "device", device);
    var uid = pod.text("metadata", "uid");
    var user = Json.obj("resource", "pods", "name", pod.text("metadata", "name"), "uid", uid);
    var status =
        Json.obj(
            "allocation",
            Json.obj("devices", Json.obj("results", Json.Arr.of(result))),
            "reservedFor",
            Json.Arr.of(user));
    done(
        Call.updateStatus(
            Resources.CLAIMS, done(Call.update(Resources.CLAIMS, guarded)).with("status", status)));
    done(Call.bind(NS, pod.text("metadata", "name"), uid, "node-1"));
  }

  private static Json.Obj made(String pod, String template) throws Exception {
    done(
        Call.create(
            Resources.TEMPLATES,
            NS,
            typed(
                Resources.TEMPLATES,
                Json.obj("name", template, "namespace", NS),
                Json.obj("spec", claimSpec()))));
    var entry = Json.obj("name", "gpu", "resourceClaimTemplateName", template);
    done(Call.create(Resources.PODS, NS, pod(pod, entry)));
    return await(Resources.PODS, NS, pod, it -> !claimOf(it).isEmpty());
  }

  @Test
  void a_claim_lives_as_long_as_its_pod_runs() throws Exception {
    var pod = made("job", "one-gpu");
    var name = claimOf(pod);
    assertThat(name).matches("job-gpu-[a-z0-9]{5}");
    assertThat(done(Call.get(Resources.CLAIMS, NS, name)).text("metadata", "generateName"))
        .isEqualTo("job-gpu-");
    allocate(name, "gpu-0", pod);

    var ended =
        done(Call.get(Resources.PODS, NS, "job"))
            .with(List.of("status", "phase"), Json.of("Succeeded"));
    done(Call.updateStatus(Resources.PODS, ended));

    await(Resources.CLAIMS, NS, name, Json.Obj::isEmpty);
  }

  @Test
  void a_shared_claim_is_free_again_when_its_pod_is_gone() throws Exception {
    done(
        Call.create(
            Resources.CLAIMS,
            NS,
            typed(Resources.CLAIMS, Json.obj("name", "shared", "namespace", NS), claimSpec())));
    var entry = Json.obj("name", "gpu", "resourceClaimName", "shared");
    var pod = done(Call.create(Resources.PODS, NS, pod("user", entry)));
    allocate("shared", "gpu-1", pod);

    done(Call.delete(Resources.PODS, NS, "user", pod.text("metadata", "uid"), 0));

    var free =
        await(
            Resources.CLAIMS,
            NS,
            "shared",
            it -> it.find("status", "allocation").isEmpty() && !it.isEmpty());
    assertThat(free.items("status", "reservedFor")).isEmpty();
    await(Resources.CLAIMS, NS, "shared", it -> it.items("metadata", "finalizers").isEmpty());
  }

  @Test
  void the_status_of_a_pod_that_is_gone_or_another_is_not_written() throws Exception {
    var status = Json.obj("resourceClaimStatuses", Json.Arr.of());
    var applied =
        Json.obj(
            "apiVersion",
            "v1",
            "kind",
            "Pod",
            "metadata",
            Json.obj("name", "nobody", "namespace", NS, "uid", "a-uid"),
            "status",
            status);
    var nobody = answer(Call.apply(Resources.PODS, NS, "nobody", "status", applied, "test"));
    assertThat(nobody)
        .isInstanceOfSatisfying(
            Reply.Refused.class, it -> assertThat(it.isNotFound()).as(it.message()).isTrue());

    var entry = Json.obj("name", "gpu", "resourceClaimName", "none");
    done(Call.create(Resources.PODS, NS, pod("nobody", entry)));
    var other = answer(Call.apply(Resources.PODS, NS, "nobody", "status", applied, "test"));
    assertThat(other)
        .isInstanceOfSatisfying(
            Reply.Refused.class, it -> assertThat(it.isConflict()).as(it.message()).isTrue());
  }

  @Test
  void a_rule_evicts_a_pod_and_tells_of_it() throws Exception {
    var pod = made("victim", "tainted-gpu");
    allocate(claimOf(pod), "gpu-9", pod);

    done(
        Call.create(
            Resources.TAINT_RULES,
            "",
            typed(
                Resources.TAINT_RULES,
                Json.obj("name", "broken"),
                Json.obj(
                    "deviceSelector",
                    Json.obj("driver", "gpu.example.com", "device", "gpu-9"),
                    "taint",
                    Json.obj("key", "broken", "effect", "NoExecute")))));

    var leaving =
        await(
            Resources.PODS,
            NS,
            "victim",
            it -> !it.text("metadata", "deletionTimestamp").isEmpty());
    assertThat(leaving.objects("status", "conditions"))
        .anySatisfy(it -> assertThat(it.text("type")).isEqualTo("DisruptionTarget"));
    await(Resources.TAINT_RULES, "", "broken", it -> !it.objects("status", "conditions").isEmpty());
    assertThat(events()).contains("DeviceTaintManagerEviction Marking for deletion");
  }
}
