package dev.dray.verify.simulation;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.local.RegistryApi;
import dev.dray.verify.reference.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** All that comes from outside: users, administrators, drivers, and machines that fail. */
final class Outside {
  private static final List<String> CLAIMS = List.of("shared-0", "shared-1", "shared-2");

  private final Surroundings around;
  private final Model model;
  private final Dice dice;
  private final RegistryApi api;
  private final Wishes wishes;
  private final Map<String, List<Hardware>> hardware = new LinkedHashMap<>();
  private final TreeSet<String> down = new TreeSet<>();
  private int pods;
  private boolean teamEnded;

  Outside(Surroundings around, Model model, long seed) {
    this.around = around;
    this.model = model;
    this.dice = new Dice(seed);
    this.api = around.server().api(SimulatedServer.administrator(), "outside");
    this.wishes = new Wishes(dice);
  }

  private void later(Duration delay, Runnable task) {
    around.clockwork().after(delay, task);
  }

  /** Writes at once; what the server does not take is a mistake of the simulation. */
  private void write(Call call) {
    var reply = around.server().answer(api, call);
    around.chronicle().note("outside", call.toString());
    boolean mayBeGone =
        reply instanceof Reply.Refused refused
            && (refused.isNotFound()
                || refused.isConflict()
                || refused.isAlreadyThere()
                || refused.reason().equals("Forbidden"));
    if (!(reply instanceof Reply.Done) && !mayBeGone) {
      around.findings().add("the simulation's own %s: %s".formatted(call, reply));
    }
  }

  private void create(ResourceType<?> type, Json.Obj object) {
    write(Call.create(type, object.text("metadata", "namespace"), object));
  }

  private void delete(ResourceType<?> type, KnownObject<?> object) {
    var metadata = object.metadata();
    write(Call.delete(type, metadata.namespace(), metadata.name(), metadata.uid()));
  }

  private void merge(ResourceType<?> type, KnownObject<?> object, String part, Json.Obj patch) {
    var metadata = object.metadata();
    write(
        Call.patch(
            Call.Verb.MERGE_PATCH, type, metadata.namespace(), metadata.name(), part, patch));
  }

  private <T> Optional<T> any(List<T> choices) {
    return choices.isEmpty() ? Optional.empty() : Optional.of(dice.pick(choices));
  }

  /** What there is at first, not all of it at once. */
  void begin() {
    int nodes = dice.between(1, 3);
    for (int i = 0; i < nodes; i++) {
      install("node-" + i);
    }
    if (dice.percent(60)) {
      var place =
          dice.percent(50)
              ? Json.obj("allNodes", true)
              : Json.obj("nodeSelector", zone("z" + dice.between(0, 1)));
      hardware.put("", List.of(new Hardware(Hardware.Sort.FABRIC, "fabric", place, dice)));
    }
    hardware.keySet().forEach(it -> later(dice.millis(0, 4_000), () -> bringUp(it)));
  }

  private static Json.Obj zone(String zone) {
    var term =
        Json.obj(
            "matchExpressions",
            Json.Arr.of(
                Json.obj("key", "zone", "operator", "In", "values", Json.strings(List.of(zone)))));
    return Json.obj("nodeSelectorTerms", Json.Arr.of(term));
  }

  private void install(String node) {
    var sorts =
        List.of(Hardware.Sort.GPU, Hardware.Sort.NIC, Hardware.Sort.SHARE, Hardware.Sort.PLAIN);
    var installed = new ArrayList<Hardware>();
    for (var sort : dice.some(dice.between(2, 4), sorts)) {
      installed.add(new Hardware(sort, node, Json.obj("nodeName", node), dice));
    }
    hardware.put(node, installed);
    down.add(node);
  }

  /** A machine starts: its node registers, and its drivers publish. */
  private void bringUp(String node) {
    if (!node.isEmpty()) {
      down.remove(node);
      create(
          Resources.NODES,
          Json.obj(
              "apiVersion",
              "v1",
              "kind",
              "Node",
              "metadata",
              Json.obj(
                  "name",
                  node,
                  "labels",
                  Json.obj(
                      "kubernetes.io/hostname",
                      node,
                      "zone",
                      "z" + (node.endsWith("1") ? 1 : 0)))));
    }
    hardware
        .getOrDefault(node, List.of())
        .forEach(it -> later(dice.millis(0, 2_000), () -> publish(it)));
  }

  /** New slices come one by one, and the old ones go; in between the pool is not complete. */
  private void publish(Hardware pool) {
    if (down.contains(pool.pool())) {
      return;
    }
    var old = slices(pool);
    var slices = new ArrayList<>(pool.nextGeneration());
    boolean atOnce = dice.percent(30);
    while (!slices.isEmpty()) {
      var next = slices.remove(dice.between(0, slices.size() - 1));
      later(
          atOnce ? Duration.ZERO : dice.millis(0, 1_500),
          () -> {
            if (!down.contains(pool.pool())) {
              create(Resources.SLICES, next);
            }
          });
    }
    later(
        atOnce ? Duration.ZERO : dice.millis(0, 3_000),
        () -> old.forEach(it -> delete(Resources.SLICES, it)));
  }

  private List<KnownObject<ResourceSlice>> slices(Hardware pool) {
    return model.slices.all().stream()
        .filter(
            it ->
                it.value().spec().driver().equals(pool.sort().driver())
                    && it.value().spec().pool().name().equals(pool.pool()))
        .toList();
  }

  private Optional<Hardware> anyPool() {
    return any(hardware.values().stream().flatMap(List::stream).toList());
  }

  /** Something happens; what, the seed decides. */
  void happen() {
    int what = dice.between(0, 99);
    if (what < 45) {
      podsCome();
    } else if (what < 57) {
      any(model.pods.all()).ifPresent(it -> delete(Resources.PODS, it));
    } else if (what < 60) {
      any(model.pods.all()).ifPresent(this::forget);
    } else if (what < 66) {
      create(Resources.CLAIMS, wishes.claim(namespace(), dice.pick(CLAIMS)));
    } else if (what < 69) {
      any(sharedClaims()).ifPresent(it -> delete(Resources.CLAIMS, it));
    } else if (what < 75) {
      anyPool().ifPresent(this::republish);
    } else if (what < 78) {
      anyPool().ifPresent(this::vanish);
    } else if (what < 84) {
      patchComesOrGoes();
    } else if (what < 89) {
      ruleComesOrGoes();
    } else if (what < 92) {
      any(model.nodes.all()).ifPresent(this::cordon);
    } else if (what < 95) {
      any(model.nodes.all()).ifPresent(this::tell);
    } else if (what < 98) {
      failOrReturn();
    } else {
      endTeam();
    }
  }

  private String namespace() {
    return !teamEnded && dice.percent(20) ? Wishes.TEAM : Wishes.DEFAULT;
  }

  /** One pod, or several that ask for the same, as those of a workload do. */
  private void podsCome() {
    var namespace = namespace();
    // Some names come again, as those of stateful sets do.
    var name = dice.percent(20) ? "again-" + dice.between(0, 2) : "pod-" + pods++;
    var pod = wishes.pod(namespace, name, CLAIMS);
    create(Resources.PODS, pod);
    for (int i = dice.percent(35) ? dice.between(1, 5) : 0; i > 0; i--) {
      var twin = pod.with(List.of("metadata", "name"), Json.of("pod-" + pods++));
      later(dice.millis(0, 200), () -> create(Resources.PODS, twin));
    }
  }

  private void forget(KnownObject<Pod> pod) {
    var metadata = pod.metadata();
    write(Call.delete(Resources.PODS, metadata.namespace(), metadata.name(), metadata.uid(), 0));
  }

  private List<KnownObject<ResourceClaim>> sharedClaims() {
    return model.claims.all().stream()
        .filter(it -> it.metadata().ownerReferences().isEmpty())
        .toList();
  }

  private void republish(Hardware pool) {
    if (dice.percent(60)) {
      pool.change();
    }
    publish(pool);
  }

  /** A driver goes, and may come back. */
  private void vanish(Hardware pool) {
    slices(pool).forEach(it -> delete(Resources.SLICES, it));
    if (dice.percent(80)) {
      later(dice.millis(500, 20_000), () -> publish(pool));
    }
  }

  private void patchComesOrGoes() {
    var patches = model.patches.all();
    if (!patches.isEmpty() && dice.percent(50)) {
      delete(Resources.PATCHES, dice.pick(patches));
      return;
    }
    var devices =
        Json.obj(
            "filter",
            Json.obj("driver", "plain.example.com", "device", "plain-" + dice.between(0, 2)),
            "attributes",
            Json.obj("site.example.com/certified", Json.obj("bool", dice.percent(80))));
    create(
        Resources.PATCHES,
        Json.obj(
            "apiVersion",
            "resource.k8s.io/v1alpha3",
            "kind",
            "ResourceSlicePatch",
            "metadata",
            Json.obj("name", "patch-" + dice.between(0, 3)),
            "spec",
            Json.obj("devices", devices)));
  }

  private void ruleComesOrGoes() {
    var rules = model.rules.all();
    if (!rules.isEmpty() && dice.percent(60)) {
      delete(Resources.TAINT_RULES, dice.pick(rules));
      return;
    }
    var sort = dice.pick(List.of(Hardware.Sort.values()));
    var selector = Json.obj("driver", sort.driver());
    if (dice.percent(60)) {
      selector = selector.with("pool", Json.of("node-" + dice.between(0, 3)));
    }
    create(
        Resources.TAINT_RULES,
        Json.obj(
            "apiVersion",
            "resource.k8s.io/v1",
            "kind",
            "DeviceTaintRule",
            "metadata",
            Json.obj("name", "rule-" + dice.between(0, 3)),
            "spec",
            Json.obj(
                "deviceSelector",
                selector,
                "taint",
                Json.obj(
                    "key",
                    "example.com/broken",
                    "effect",
                    dice.pick(List.of("NoSchedule", "NoExecute"))))));
  }

  private void cordon(KnownObject<Node> node) {
    merge(
        Resources.NODES,
        node,
        "",
        Json.obj("spec", Json.obj("unschedulable", !node.value().unschedulable())));
  }

  /** Says of a node that it is not ready, as a controller of nodes would, or that it is again. */
  private void tell(KnownObject<Node> node) {
    Json taints =
        node.value().taints().isEmpty()
            ? Json.Arr.of(Json.obj("key", "node.kubernetes.io/not-ready", "effect", "NoSchedule"))
            : Json.Null.NULL;
    merge(Resources.NODES, node, "", Json.obj("spec", Json.obj("taints", taints)));
  }

  private void failOrReturn() {
    if (!down.isEmpty() && dice.percent(60)) {
      bringUp(dice.pick(List.copyOf(down)));
      return;
    }
    any(model.nodes.all())
        .ifPresent(
            node -> {
              var name = node.metadata().name();
              down.add(name);
              delete(Resources.NODES, node);
              for (var pool : hardware.getOrDefault(name, List.of())) {
                later(
                    dice.millis(0, 3_000),
                    () -> {
                      if (down.contains(name)) {
                        slices(pool).forEach(it -> delete(Resources.SLICES, it));
                      }
                    });
              }
            });
  }

  private void endTeam() {
    if (!teamEnded) {
      teamEnded = true;
      write(Call.delete(Resources.NAMESPACES, "", Wishes.TEAM, ""));
    }
  }

  /** As the controller does that Dray does not have: pods of nodes that are gone are forgotten. */
  void forgetLostPods() {
    for (var pod : model.pods.all()) {
      if (Model.isOnNode(pod) && model.nodes.find(pod.value().spec().nodeName()).isEmpty()) {
        forget(pod);
      }
    }
  }
}
