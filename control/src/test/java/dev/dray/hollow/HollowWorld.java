package dev.dray.hollow;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.api.meta.LabelQuery;
import dev.dray.client.FakeApi;
import dev.dray.client.ManualLoop;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.informer.Informers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Simulated nodes on an API in memory. Nobody schedules here: tests say who has what. */
final class HollowWorld {
  static final String DRIVER = "gpu.example.com";

  final ManualLoop loop = new ManualLoop();
  final FakeApi api = new FakeApi(loop);
  private HollowNodes hollow = nodes(HollowOptions.DEFAULT);

  private HollowNodes nodes(HollowOptions options) {
    var informers = new Informers(api, loop);
    var made = new HollowNodes(api, loop, informers, new Events(api, loop, "kubelet"), options);
    informers.start();
    made.start();
    return made;
  }

  /** Ends the simulation and begins a new one on the same objects. */
  void restart() {
    restart(LabelQuery.EVERYTHING, Duration.ZERO);
  }

  void restart(LabelQuery which, Duration leases) {
    var defaults = HollowOptions.DEFAULT;
    hollow.stop();
    hollow = nodes(new HollowOptions(which, leases, defaults.patience(), defaults.amounts()));
    loop.run();
  }

  void stop() {
    hollow.stop();
  }

  int prepared() {
    return hollow.preparedClaims();
  }

  /** A document of YAML. */
  static Json.Obj yaml(String text) {
    return switch (new ObjectTrees(Limits.DEFAULT).parse(text.getBytes(StandardCharsets.UTF_8))) {
      case ObjectTrees.Parsed.Tree(var value, _) -> (Json.Obj) value;
      case ObjectTrees.Parsed.Malformed(var message, var at) ->
          throw new IllegalArgumentException("(%s) at (%s)".formatted(message, at));
    };
  }

  HollowWorld node(String name) {
    api.put(Resources.NODES, Json.obj("metadata", Json.obj("name", name)));
    loop.run();
    return this;
  }

  /** A slice of the pool {@code pool} by what its spec has besides driver and pool. */
  HollowWorld slice(String name, String spec) {
    var full =
        yaml(spec)
            .with("driver", Json.of(DRIVER))
            .with("pool", Json.obj("name", "pool", "generation", 1, "resourceSliceCount", 2));
    api.put(Resources.SLICES, Json.obj("metadata", Json.obj("name", name), "spec", full));
    loop.run();
    return this;
  }

  /** A claim that is allocated and reserved for pods; each result is YAML. */
  HollowWorld claim(String name, List<String> pods, String... results) {
    return claim(name, Json.Obj.EMPTY, pods, results);
  }

  HollowWorld claim(String name, Json.Obj spec, List<String> pods, String... results) {
    var all = new ArrayList<Json>();
    for (var result : results) {
      var full = Json.obj("request", "r", "driver", DRIVER, "pool", "pool");
      for (var field : yaml(result).fields().entrySet()) {
        full = full.with(field.getKey(), field.getValue());
      }
      all.add(full);
    }
    var users =
        pods.stream()
            .map(it -> Json.obj("resource", "pods", "name", it, "uid", "uid-of-" + it))
            .toList();
    api.put(
        Resources.CLAIMS,
        Json.obj(
            "metadata",
            Json.obj("name", name),
            "spec",
            spec,
            "status",
            Json.obj(
                "allocation",
                Json.obj("devices", Json.obj("results", Json.of(all))),
                "reservedFor",
                Json.of(users))));
    loop.run();
    return this;
  }

  /** A claim for the one pod of the same name. */
  HollowWorld claimOf(String pod, String... results) {
    return claim(pod, List.of(pod), results);
  }

  HollowWorld pod(String name, String node, String... claims) {
    put(pod(name, node, Json.Obj.EMPTY, claims));
    return this;
  }

  HollowWorld annotatedPod(String name, String node, String annotation, String value) {
    put(pod(name, node, Json.obj(annotation, value)));
    return this;
  }

  void put(Json.Obj pod) {
    api.put(Resources.PODS, pod);
    loop.run();
  }

  static Json.Obj pod(String name, String node, Json.Obj annotations, String... claims) {
    var entries =
        Arrays.stream(claims).map(it -> Json.obj("name", it, "resourceClaimName", it)).toList();
    return Json.obj(
        "metadata",
        Json.obj("name", name, "uid", "uid-of-" + name, "annotations", annotations),
        "spec",
        Json.obj(
            "nodeName",
            node,
            "containers",
            Json.Arr.of(Json.obj("name", "main", "image", "image")),
            "resourceClaims",
            Json.of(entries)),
        "status",
        Json.obj("phase", "Pending"));
  }

  /** A pod with a claim of its own, on {@code node-1}. */
  HollowWorld podWith(String name, String... results) {
    return claimOf(name, results).pod(name, "node-1", name);
  }

  Json.Obj status(String pod) {
    return api.tree(Resources.PODS, "default", pod).object("status");
  }

  String phase(String pod) {
    return status(pod).text("phase");
  }

  String message(String pod) {
    return status(pod).text("message");
  }

  boolean isThere(String pod) {
    return api.find(Resources.PODS, "default", pod).isPresent();
  }
}
