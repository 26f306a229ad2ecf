package dev.dray.verify.skew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.local.LocalCluster;
import dev.dray.local.LocalOptions;
import dev.dray.verify.wire.Answer;
import dev.dray.verify.wire.Kubeconfig;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A control plane on a folder, whose server and scheduler have features of their own. */
final class Plane implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CORE = "/api/v1/namespaces/default/";
  private static final String DEVICES = "/apis/resource.k8s.io/v1/";

  private final LocalCluster cluster;
  private final Wire wire;

  private Plane(LocalCluster cluster, Wire wire) {
    this.cluster = cluster;
    this.wire = wire;
  }

  static Plane start(Path folder, Gates server, Gates scheduler) throws IOException {
    var usual = ApiServerOptions.in(folder);
    var apiServerOptions =
        new ApiServerOptions(
            folder,
            usual.address(),
            usual.hosts(),
            usual.store(),
            server,
            usual.runtimeConfig(),
            usual.tokenFile(),
            usual.audit(),
            usual.mostReading(),
            usual.mostWriting(),
            usual.history(),
            usual.clock());
    var parts = EnumSet.of(LocalOptions.Part.CONTROLLERS, LocalOptions.Part.SCHEDULER);
    var cluster =
        LocalCluster.start(LocalOptions.on(apiServerOptions).withGates(scheduler).withParts(parts));
    return new Plane(cluster, Wire.to(Kubeconfig.read(cluster.kubeconfig()), PATIENCE));
  }

  /** The server's answer to an object that is created. */
  Answer create(Json.Obj object) throws IOException, InterruptedException {
    return wire.create(path(object.text("kind")), object.toText());
  }

  private static String path(String kind) {
    return switch (kind) {
      case "Node" -> "/api/v1/nodes";
      case "Pod" -> CORE + "pods";
      case "DeviceClass" -> DEVICES + "deviceclasses";
      case "ResourceSlice" -> DEVICES + "resourceslices";
      case "ResourceClaim" -> DEVICES + "namespaces/default/resourceclaims";
      case "ResourceClaimTemplate" -> DEVICES + "namespaces/default/resourceclaimtemplates";
      case "ResourceSlicePatch" -> "/apis/resource.k8s.io/v1alpha3/resourceslicepatches";
      default ->
          throw new IllegalArgumentException("Nobody knows where (%s) goes.".formatted(kind));
    };
  }

  /** Waits until the pod has come to its end, and holds that against what it should be. */
  void await(String pod, Cell.Fate fate) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isMet(pod, fate)) {
      assertThat(System.nanoTime())
          .as(() -> "%s should come to %s, but %s".formatted(pod, fate, story(pod)))
          .isLessThan(end);
      Thread.sleep(5);
    }
  }

  /** Waits until the pod has a node. */
  void awaitPlaced(String pod) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (wire.get(CORE + "pods/" + pod).good().json().at("/spec/nodeName").isMissingNode()) {
      assertThat(System.nanoTime())
          .as(() -> "%s should be placed, but %s".formatted(pod, story(pod)))
          .isLessThan(end);
      Thread.sleep(5);
    }
  }

  private boolean isMet(String name, Cell.Fate fate) throws IOException, InterruptedException {
    var pod = wire.get(CORE + "pods/" + name).good().json();
    var placed = !pod.at("/spec/nodeName").isMissingNode();
    return switch (fate) {
      case Cell.Fate.Gets(var devices) -> placed && devices(pod).equals(devices);
      case Cell.Fate.Waits(var why) ->
          !placed
              && why.matcher(condition(pod)).find()
              && events(name).anyMatch(it -> why.matcher(it).find());
    };
  }

  private static String condition(JsonNode pod) {
    return all(pod.at("/status/conditions"))
        .filter(it -> it.path("type").asString("").equals("PodScheduled"))
        .map(it -> it.path("message").asString(""))
        .findFirst()
        .orElse("");
  }

  private Stream<String> events(String pod) throws IOException, InterruptedException {
    var events = wire.get(CORE + "events?fieldSelector=involvedObject.name=" + pod).good().json();
    return all(events.path("items")).map(it -> it.path("message").asString(""));
  }

  private List<String> devices(JsonNode pod) throws IOException, InterruptedException {
    var devices = new ArrayList<String>();
    for (var use : all(pod.at("/spec/resourceClaims")).toList()) {
      var claim = use.path("resourceClaimName").asString("");
      var path = DEVICES + "namespaces/default/resourceclaims/" + claim;
      results(wire.get(path).good().json())
          .map(it -> it.path("device").asString(""))
          .forEach(devices::add);
    }
    return devices;
  }

  private static Stream<JsonNode> results(JsonNode claim) {
    return all(claim.at("/status/allocation/devices/results"));
  }

  private static Stream<JsonNode> all(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  /** No device is given twice, and nobody is sent round in circles. */
  void audit() throws IOException, InterruptedException {
    var given = new HashSet<String>();
    var claims = wire.get(DEVICES + "resourceclaims").good().json();
    for (var claim : all(claims.path("items")).toList()) {
      for (var result : results(claim).toList()) {
        var share = result.path("shareID").asString("");
        assertThat(given.add(result.at("/pool").asString() + "/" + result.at("/device") + share))
            .as("%s is given once", result)
            .isTrue();
      }
    }
    var events = wire.get(CORE + "events").good().json();
    assertThat(all(events.path("items")).map(it -> it.path("message").asString("")))
        .noneMatch(it -> it.contains("Another client was faster"));
  }

  private String story(String name) {
    try {
      var pod = wire.get(CORE + "pods/" + name).good().json();
      return "it has node %s, devices %s, condition [%s], events %s"
          .formatted(pod.at("/spec/nodeName"), devices(pod), condition(pod), events(name).toList());
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return e.toString();
    }
  }

  @Override
  public void close() {
    wire.close();
    cluster.close();
  }
}
