package dev.dray.controller;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Call;
import dev.dray.client.FakeApi;
import dev.dray.client.KnownObject;
import dev.dray.client.ManualLoop;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.framework.claim.Reservations;
import dev.dray.informer.Informers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Controllers on an API in memory, in the namespace {@code ns}. */
final class Bench {
  static final String NS = "ns";

  final ManualLoop loop = new ManualLoop();
  final FakeApi api = new FakeApi(loop);
  Gates gates = Gates.defaults();

  /** One process with controllers. */
  final class Replica {
    final PrometheusRegistry metrics = new PrometheusRegistry();
    final Informers informers = new Informers(api, loop);
    final Controllers controllers =
        new Controllers(
            api, loop, informers, new Events(api, loop, "dray-controllers"), gates, metrics);

    void stop() {
      controllers.stop();
      informers.stop();
      loop.run();
    }
  }

  Replica start() {
    var replica = begin();
    loop.run();
    return replica;
  }

  /** As {@link #start}, but nothing has happened yet. */
  Replica begin() {
    var replica = new Replica();
    replica.controllers.start();
    replica.informers.start();
    return replica;
  }

  void pass(Duration time) {
    loop.advance(time);
  }

  // Objects.

  static Json.Obj meta(String name) {
    return Json.obj("name", name, "namespace", NS);
  }

  static Json.Obj exactly() {
    return Json.obj("name", "gpu", "exactly", Json.obj("deviceClassName", "gpu"));
  }

  static Json.Obj template(String name) {
    return template(name, exactly());
  }

  static Json.Obj template(String name, Json.Obj request) {
    var spec = Json.obj("devices", Json.obj("requests", Json.Arr.of(request)));
    return Json.obj("metadata", meta(name), "spec", Json.obj("spec", spec));
  }

  /** A pod whose entries are written {@code entry=template} or {@code entry:claim}. */
  static Json.Obj pod(String name, String... entries) {
    var claims = new ArrayList<Json>();
    for (var entry : entries) {
      var parts = entry.split("[=:]", 2);
      var field = entry.contains("=") ? "resourceClaimTemplateName" : "resourceClaimName";
      claims.add(Json.obj("name", parts[0], field, parts[1]));
    }
    return Json.obj(
        "metadata",
        meta(name),
        "spec",
        Json.obj("resourceClaims", Json.of(claims)),
        "status",
        Json.obj("phase", "Pending"));
  }

  KnownObject<?> putPod(String name, String... entries) {
    return api.put(Resources.PODS, pod(name, entries));
  }

  String uid(String pod) {
    return api.tree(Resources.PODS, NS, pod).text("metadata", "uid");
  }

  void putTemplate(String name) {
    api.put(Resources.TEMPLATES, template(name));
  }

  static Json.Obj claim(String name) {
    var spec = Json.obj("devices", Json.obj("requests", Json.Arr.of(exactly())));
    return Json.obj("metadata", meta(name), "spec", spec);
  }

  static Json.Obj user(String pod, String uid) {
    return Json.obj("resource", "pods", "name", pod, "uid", uid);
  }

  static Json.Obj result(String device) {
    return Json.obj(
        "request", "gpu", "driver", "gpu.example.com", "pool", "pool", "device", device);
  }

  /** The claim with a device, protected, and reserved for these. */
  static Json.Obj held(Json.Obj claim, Json.Obj... users) {
    return allocated(claim, result("gpu-0"), users);
  }

  static Json.Obj allocated(Json.Obj claim, Json.Obj result, Json.Obj... users) {
    var allocation = Json.obj("devices", Json.obj("results", Json.Arr.of(result)));
    var status = Json.obj("allocation", allocation);
    return claim
        .with(List.of("metadata", "finalizers"), Json.strings(List.of(Reservations.FINALIZER)))
        .with(
            "status", users.length == 0 ? status : status.with("reservedFor", Json.Arr.of(users)));
  }

  /** What a scheduler does with the only claim of a pod, and that it puts it on a node. */
  void schedule(String pod) {
    var claim = claimOf(pod);
    api.put(Resources.CLAIMS, held(claim.tree(), user(pod, uid(pod))));
    bind(pod);
  }

  void bind(String pod) {
    edit(pod, List.of("spec", "nodeName"), Json.of("node"));
  }

  void phase(String pod, String phase) {
    edit(pod, List.of("status", "phase"), Json.of(phase));
  }

  private void edit(String pod, List<String> path, Json value) {
    api.edit(Resources.PODS, NS, pod, it -> it.with(path, value));
  }

  // What came of it.

  List<KnownObject<ResourceClaim>> claims() {
    return api.all(Resources.CLAIMS);
  }

  KnownObject<ResourceClaim> claim() {
    var claims = claims();
    if (claims.size() != 1) {
      throw new AssertionError("There are claims " + claims);
    }
    return claims.getFirst();
  }

  KnownObject<ResourceClaim> claimOf(String pod) {
    var name =
        api.tree(Resources.PODS, NS, pod)
            .objects("status", "resourceClaimStatuses")
            .getFirst()
            .text("resourceClaimName");
    return api.find(Resources.CLAIMS, NS, name).orElseThrow();
  }

  /** The recorded claims of a pod, as {@code entry=claim}. */
  List<String> recorded(String pod) {
    return api.tree(Resources.PODS, NS, pod).objects("status", "resourceClaimStatuses").stream()
        .map(it -> it.text("name") + "=" + it.text("resourceClaimName"))
        .toList();
  }

  List<String> users(String claim) {
    return api.tree(Resources.CLAIMS, NS, claim).objects("status", "reservedFor").stream()
        .map(it -> it.text("name"))
        .toList();
  }

  boolean allocated(String claim) {
    return api.tree(Resources.CLAIMS, NS, claim).find("status", "allocation").isPresent();
  }

  List<Call.Verb> writes() {
    return api.writes().stream().map(Call::verb).toList();
  }
}
