package dev.dray.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
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
import dev.dray.events.Events;
import dev.dray.hollow.HollowNodes;
import dev.dray.hollow.HollowOptions;
import dev.dray.informer.Informers;
import dev.dray.kinds.RuntimeConfig;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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

/** Simulated nodes on the server itself: what they write must be what it takes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulatedNodesTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir private static Path folder;
  private static ApiServer server;
  private static ThreadLoop loop;
  private static Loopback loopback;
  private static Api api;

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
    api = loopback.on(loop, "dray-nodes");
    loop.post(
        () -> {
          var informers = new Informers(api, loop);
          var events = new Events(api, loop, "kubelet");
          var defaults = HollowOptions.DEFAULT;
          var options =
              new HollowOptions(
                  defaults.nodes(), Duration.ofMinutes(1), defaults.patience(), defaults.amounts());
          new HollowNodes(api, loop, informers, events, options).start();
          informers.start();
        });
    create(Resources.NODES, "{metadata: {name: node-1}}");
    create(
        Resources.SLICES,
        """
        metadata: {name: slice}
        spec:
          driver: gpu.example.com
          nodeName: node-1
          pool: {name: pool, generation: 1, resourceSliceCount: 1}
          devices:
          - name: gpu-0
          - name: gpu-1
            bindsToNode: true
            bindingConditions: [example.com/attached]
            bindingFailureConditions: [example.com/broken]
        """);
  }

  @AfterAll
  static void stop() {
    loopback.close();
    loop.close();
    server.close();
  }

  private static Reply reply(Call call) throws Exception {
    var reply = new CompletableFuture<Reply>();
    api.send(call, reply::complete);
    return reply.get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private static Json.Obj answer(Call call) throws Exception {
    var answer = reply(call);
    assertThat(answer).as(answer::problem).isInstanceOf(Reply.Done.class);
    return ((Reply.Done) answer).object();
  }

  private static Json.Obj create(ResourceType<?> type, String yaml) throws Exception {
    var parsed = new ObjectTrees(Limits.DEFAULT).parse(yaml.getBytes(StandardCharsets.UTF_8));
    var tree = (Json.Obj) ((ObjectTrees.Parsed.Tree) parsed).value();
    return answer(
        Call.create(
            type,
            type.namespaced() ? "default" : "",
            tree.with("apiVersion", Json.of(type.apiVersion()))
                .with("kind", Json.of(type.kind()))));
  }

  private static Json.Obj eventually(
      ResourceType<?> type, String namespace, String name, Predicate<Json.Obj> holds)
      throws Exception {
    var end = Instant.now().plus(LONG);
    while (true) {
      var reply = reply(Call.get(type, namespace, name));
      if (reply instanceof Reply.Done(var object) && holds.test(object)) {
        return object;
      }
      assertThat(Instant.now()).as(reply::toString).isBefore(end);
      Thread.sleep(10);
    }
  }

  private static Json.Obj pod(String name) throws Exception {
    create(
        Resources.CLAIMS,
        """
        metadata: {name: %s, annotations: {dray.dev/binding-conditions: "true"}}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
        """
            .formatted(name));
    return create(
        Resources.PODS,
        """
        metadata: {name: %s}
        spec:
          nodeName: node-1
          containers: [{name: main, image: busybox}]
          resourceClaims: [{name: gpu, resourceClaimName: %s}]
        """
            .formatted(name, name));
  }

  private static void allocate(Json.Obj pod, Json.Obj device) throws Exception {
    var name = pod.text("metadata", "name");
    var claim = answer(Call.get(Resources.CLAIMS, "default", name));
    var result =
        device
            .with("request", Json.of("gpu"))
            .with("driver", Json.of("gpu.example.com"))
            .with("pool", Json.of("pool"));
    var user = Json.obj("resource", "pods", "name", name, "uid", pod.text("metadata", "uid"));
    answer(
        Call.updateStatus(
            Resources.CLAIMS,
            claim.with(
                "status",
                Json.obj(
                    "allocation",
                    Json.obj("devices", Json.obj("results", Json.Arr.of(result))),
                    "reservedFor",
                    Json.Arr.of(user)))));
  }

  private static boolean isTrue(Json.Obj object, String condition) {
    return object.objects("status", "conditions").stream()
        .anyMatch(it -> it.text("type").equals(condition) && it.text("status").equals("True"));
  }

  @Test
  void a_node_is_ready_and_has_a_lease() throws Exception {
    eventually(Resources.NODES, "", "node-1", it -> isTrue(it, "Ready"));

    eventually(Resources.LEASES, "kube-node-lease", "node-1", _ -> true);
  }

  @Test
  void a_pod_runs_once_its_claim_is_allocated_and_goes_when_it_is_deleted() throws Exception {
    var pod = pod("runs");
    allocate(pod, Json.obj("device", "gpu-0"));

    var running =
        eventually(
            Resources.PODS,
            "default",
            "runs",
            it -> it.text("status", "phase").equals("Running") && isTrue(it, "Ready"));

    assertThat(running.objects("status", "containerStatuses")).hasSize(1);
    answer(Call.delete(Resources.PODS, "default", "runs", pod.text("metadata", "uid")));
    var end = Instant.now().plus(LONG);
    while (reply(Call.get(Resources.PODS, "default", "runs")) instanceof Reply.Done) {
      assertThat(Instant.now()).isBefore(end);
      Thread.sleep(10);
    }
  }

  @Test
  void devices_become_ready_for_binding() throws Exception {
    allocate(
        pod("binds"),
        Json.obj(
            "device",
            "gpu-1",
            "bindingConditions",
            Json.strings(List.of("example.com/attached")),
            "bindingFailureConditions",
            Json.strings(List.of("example.com/broken"))));

    var claim =
        eventually(
            Resources.CLAIMS, "default", "binds", it -> !it.objects("status", "devices").isEmpty());

    var device = Resources.CLAIMS.read(claim).value().status().devices().getFirst();
    assertThat(device.conditions())
        .singleElement()
        .satisfies(it -> assertThat(it.type()).isEqualTo("example.com/attached"));
  }
}
