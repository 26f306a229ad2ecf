package dev.dray.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClusterTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  private static final List<Json.Obj> HARDWARE =
      List.of(
          object(
              """
              apiVersion: v1
              kind: Node
              metadata: {name: node-1}
              status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
              """),
          object(
              """
              apiVersion: resource.k8s.io/v1
              kind: DeviceClass
              metadata: {name: gpu}
              spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
              """),
          object(
              """
              apiVersion: resource.k8s.io/v1
              kind: ResourceSlice
              metadata: {name: node-1-gpus}
              spec:
                driver: gpu.example.com
                nodeName: node-1
                pool: {name: node-1, generation: 1, resourceSliceCount: 1}
                devices: [{name: gpu-0}, {name: gpu-1}]
              """));

  private static Json.Obj object(String yaml) {
    var parsed = new ObjectTrees(Limits.DEFAULT).parse(yaml.getBytes(StandardCharsets.UTF_8));
    return (Json.Obj) ((ObjectTrees.Parsed.Tree) parsed).value();
  }

  private LocalOptions memory() {
    var usual = ApiServerOptions.in(folder);
    return LocalOptions.on(
        new ApiServerOptions(
            folder,
            InetSocketAddress.createUnresolved("127.0.0.1", 0),
            List.of(),
            new ApiServerOptions.StoreChoice.Memory(),
            usual.gates(),
            usual.runtimeConfig(),
            usual.tokenFile(),
            usual.audit(),
            usual.mostReading(),
            usual.mostWriting(),
            usual.history(),
            usual.clock()));
  }

  private static Reply ask(Api api, Call call) throws Exception {
    var reply = new CompletableFuture<Reply>();
    api.send(call, reply::complete);
    return reply.get(60, TimeUnit.SECONDS);
  }

  private static <T> KnownObject<T> await(
      LocalCluster cluster, ResourceType<T> type, Predicate<Json.Obj> wanted) throws Exception {
    var found = new CompletableFuture<KnownObject<T>>();
    cluster
        .loop()
        .post(
            () -> {
              var informers = new Informers(cluster.api("dray-test"), cluster.loop());
              informers
                  .of(type, ListSelector.ALL)
                  .listen(
                      Listener.of(
                          it -> {
                            if (wanted.test(it.tree())) {
                              found.complete(it);
                            }
                          },
                          _ -> {}));
              informers.start();
            });
    return found.get(60, TimeUnit.SECONDS);
  }

  @Test
  void a_pod_gets_a_claim_devices_and_a_node_and_runs() throws Exception {
    try (var cluster = LocalCluster.start(memory().withObjects(HARDWARE))) {
      var api = cluster.api("dray-test");
      var template =
          object(
              """
              apiVersion: resource.k8s.io/v1
              kind: ResourceClaimTemplate
              metadata: {name: one-gpu, namespace: default}
              spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
              """);
      var pod =
          object(
              """
              apiVersion: v1
              kind: Pod
              metadata: {name: trainer, namespace: default}
              spec:
                resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}]
                containers:
                - {name: c, image: i, resources: {claims: [{name: gpu}]}}
              """);

      assertThat(ask(api, Call.create(Resources.TEMPLATES, "default", template)))
          .isInstanceOf(Reply.Done.class);
      assertThat(ask(api, Call.create(Resources.PODS, "default", pod)))
          .isInstanceOf(Reply.Done.class);

      var running =
          await(cluster, Resources.PODS, it -> it.text("status", "phase").equals("Running"));
      assertThat(running.tree().text("spec", "nodeName")).isEqualTo("node-1");
      var claim =
          await(cluster, Resources.CLAIMS, it -> it.find("status", "allocation").isPresent());
      assertThat(
              claim
                  .tree()
                  .objects("status", "allocation", "devices", "results")
                  .getFirst()
                  .text("device"))
          .isEqualTo("gpu-0");
      assertThat(
              cluster.schedulerMetrics().scrape().stream()
                  .map(it -> it.getMetadata().getPrometheusName()))
          .contains("scheduler_pending_pods");
    }
  }

  @Test
  void what_the_server_refuses_ends_the_start_and_is_named() {
    var wrong = object("{apiVersion: v1, kind: Node, metadata: {name: Not_A_Name}}");

    assertThatThrownBy(() -> LocalCluster.start(memory().withObjects(List.of(wrong))))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Node Not_A_Name is refused")
        .hasMessageContaining("metadata.name");
    var unknown = object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}");
    assertThatThrownBy(() -> LocalCluster.start(memory().withObjects(List.of(unknown))))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Deployment web is refused: the server does not serve this kind");
  }

  @Test
  void applying_the_same_again_after_a_restart_changes_nothing() throws Exception {
    var options = LocalOptions.in(folder).withObjects(HARDWARE);
    String revision;
    try (var cluster = LocalCluster.start(options.withParts(Set.of()))) {
      revision = slice(cluster).text("metadata", "resourceVersion");
    }
    try (var cluster = LocalCluster.start(options.withParts(Set.of()))) {
      assertThat(slice(cluster).text("metadata", "resourceVersion")).isEqualTo(revision);
    }
  }

  private static Json.Obj slice(LocalCluster cluster) throws Exception {
    var call = Call.get(Resources.SLICES, "", "node-1-gpus");
    return ((Reply.Done) ask(cluster.api("dray-test"), call)).object();
  }
}
