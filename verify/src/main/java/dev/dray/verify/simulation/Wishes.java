package dev.dray.verify.simulation;

import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.Resources;
import dev.dray.verify.reference.Dice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What users ask for: classes, templates of claims, claims, and pods. */
final class Wishes {
  private static final String API = "resource.k8s.io/v1";

  static final String DEFAULT = "default";
  static final String TEAM = "team";

  private static final Map<String, Json.Obj> SPECS = specs();

  private static final List<String> APPS = List.of("a", "b", "c");

  private final Dice dice;

  Wishes(Dice dice) {
    this.dice = dice;
  }

  private static Map<String, Json.Obj> specs() {
    var specs = new LinkedHashMap<String, Json.Obj>();
    specs.put("mig", one(gpu("mig")));
    specs.put("vgpu", one(gpu("vgpu")));
    specs.put("full", one(gpu("full")));
    specs.put("best", best());
    for (int amount = 1; amount <= 3; amount++) {
      specs.put("vf-" + amount, one(capacity(Hardware.Sort.NIC, "bandwidth", amount)));
      specs.put("share-" + amount, one(capacity(Hardware.Sort.SHARE, "memory", amount)));
    }
    specs.put("plain", one(ofClass("plain")));
    specs.put("pair", pair());
    specs.put("certified", one(ofClass("certified")));
    specs.put("fabric", one(ofClass("fabric")));
    specs.put("both", both());
    specs.put(
        "tolerant",
        one(ofClass("plain").with("tolerations", Json.Arr.of(Json.obj("operator", "Exists")))));
    specs.put("all", one(ofClass("plain").with("allocationMode", Json.of("All"))));
    return Collections.unmodifiableMap(specs);
  }

  /** What is there before anything happens: a namespace, classes, and templates. */
  static List<Call> firstObjects() {
    var calls = new ArrayList<Call>();
    calls.add(
        Call.create(
            Resources.NAMESPACES,
            "",
            Json.obj("apiVersion", "v1", "kind", "Namespace", "metadata", Json.obj("name", TEAM))));
    classes().forEach(it -> calls.add(Call.create(Resources.CLASSES, "", it)));
    for (var namespace : List.of(DEFAULT, TEAM)) {
      templates(namespace)
          .forEach(it -> calls.add(Call.create(Resources.TEMPLATES, namespace, it)));
    }
    return calls;
  }

  private static Json.Obj ofClass(String name) {
    return Json.obj("deviceClassName", name);
  }

  private static Json.Obj gpu(String type) {
    return ofClass("gpu").with("selectors", Json.Arr.of(type(type)));
  }

  private static Json.Obj type(String type) {
    return cel("device.attributes[\"gpu.example.com\"].type == \"%s\"".formatted(type));
  }

  private static Json.Obj cel(String expression) {
    return Json.obj("cel", Json.obj("expression", expression));
  }

  private static Json.Obj capacity(Hardware.Sort sort, String name, int amount) {
    return ofClass(sort.className())
        .with(
            "capacity",
            Json.obj("requests", Json.obj(sort.driver() + "/" + name, Integer.toString(amount))));
  }

  private static Json.Obj one(Json.Obj exactly) {
    return claim(Json.obj("name", "it", "exactly", exactly));
  }

  private static Json.Obj claim(Json... requests) {
    return Json.obj("devices", Json.obj("requests", Json.Arr.of(requests)));
  }

  /** The whole card, or else half of one, or else what others call one. */
  private static Json.Obj best() {
    var alternatives = new ArrayList<Json>();
    for (var type : List.of("full", "half", "vgpu")) {
      alternatives.add(gpu(type).with("name", Json.of(type)));
    }
    return claim(Json.obj("name", "it", "firstAvailable", Json.of(alternatives)));
  }

  private static Json.Obj pair() {
    return one(ofClass("plain").with("count", Json.of(2)))
        .with(
            List.of("devices", "constraints"),
            Json.Arr.of(Json.obj("matchAttribute", "plain.example.com/numa")));
  }

  private static Json.Obj both() {
    return claim(
        Json.obj("name", "gpu", "exactly", gpu("mig")),
        Json.obj("name", "nic", "exactly", capacity(Hardware.Sort.NIC, "bandwidth", 1)));
  }

  private static List<Json.Obj> classes() {
    var classes = new ArrayList<Json.Obj>();
    for (var sort : Hardware.Sort.values()) {
      classes.add(
          deviceClass(sort.className(), "device.driver == \"%s\"".formatted(sort.driver())));
    }
    classes.add(
        deviceClass(
            "certified",
            "device.driver == \"plain.example.com\""
                + " && device.attributes[\"site.example.com\"].?certified.orValue(false)"));
    return classes;
  }

  private static Json.Obj deviceClass(String name, String expression) {
    return Json.obj(
        "apiVersion",
        API,
        "kind",
        "DeviceClass",
        "metadata",
        Json.obj("name", name),
        "spec",
        Json.obj("selectors", Json.Arr.of(cel(expression))));
  }

  private static List<Json.Obj> templates(String namespace) {
    var templates = new ArrayList<Json.Obj>();
    SPECS.forEach(
        (name, spec) ->
            templates.add(
                Json.obj(
                    "apiVersion",
                    API,
                    "kind",
                    "ResourceClaimTemplate",
                    "metadata",
                    Json.obj("name", name, "namespace", namespace),
                    "spec",
                    Json.obj("spec", spec))));
    return templates;
  }

  private String any() {
    return dice.pick(List.copyOf(SPECS.keySet()));
  }

  /** A claim that pods may share. */
  Json.Obj claim(String namespace, String name) {
    return Json.obj(
        "apiVersion",
        API,
        "kind",
        "ResourceClaim",
        "metadata",
        Json.obj("name", name, "namespace", namespace),
        "spec",
        SPECS.getOrDefault(any(), Json.Obj.EMPTY));
  }

  /**
   * A pod with nothing, something of its own, or something shared.
   *
   * @param shared names of claims that there are, or may be
   */
  Json.Obj pod(String namespace, String name, List<String> shared) {
    var entries = new ArrayList<Json>();
    for (int i = dice.pick(List.of(0, 1, 1, 1, 1, 2, 2)); i > 0; i--) {
      var entry = Json.obj("name", "r" + i);
      entries.add(
          !shared.isEmpty() && dice.percent(30)
              ? entry.with("resourceClaimName", Json.of(dice.pick(shared)))
              : entry.with("resourceClaimTemplateName", Json.of(any())));
    }
    var spec =
        Json.obj(
            "restartPolicy",
            "Never",
            "terminationGracePeriodSeconds",
            dice.between(0, 5),
            "containers",
            Json.Arr.of(container(entries)));
    if (!entries.isEmpty()) {
      spec = spec.with("resourceClaims", Json.of(entries));
    }
    if (dice.percent(15)) {
      spec = spec.with("nodeSelector", Json.obj("zone", "z" + dice.between(0, 1)));
    }
    if (dice.percent(20)) {
      spec = spec.with("affinity", affinity());
    }
    var labels = Json.obj("app", dice.pick(APPS));
    var metadata = Json.obj("name", name, "namespace", namespace, "labels", labels);
    return Json.obj(
        "apiVersion",
        "v1",
        "kind",
        "Pod",
        "metadata",
        dice.percent(60)
            ? metadata.with("annotations", Json.obj("dray.dev/runs-for", dice.between(0, 40) + "s"))
            : metadata,
        "spec",
        spec);
  }

  /** Near to pods of some kind or away from them, at any rate or if possible. */
  private Json.Obj affinity() {
    var term =
        Json.obj(
            "topologyKey",
            dice.pick(List.of("kubernetes.io/hostname", "zone")),
            "labelSelector",
            Json.obj("matchLabels", Json.obj("app", dice.pick(APPS))));
    boolean required = dice.percent(60);
    var list =
        required
            ? Json.Arr.of(term)
            : Json.Arr.of(Json.obj("weight", dice.between(1, 100), "podAffinityTerm", term));
    return Json.obj(
        dice.percent(35) ? "podAffinity" : "podAntiAffinity",
        Json.obj(
            required
                ? "requiredDuringSchedulingIgnoredDuringExecution"
                : "preferredDuringSchedulingIgnoredDuringExecution",
            list));
  }

  private Json.Obj container(List<Json> entries) {
    var claims = new ArrayList<Json>();
    entries.forEach(it -> claims.add(Json.obj("name", ((Json.Obj) it).text("name"))));
    var resources = Json.obj("requests", Json.obj("cpu", dice.pick(List.of("100m", "500m", "2"))));
    return Json.obj(
        "name",
        "main",
        "image",
        "registry.k8s.io/pause:3.10",
        "resources",
        claims.isEmpty() ? resources : resources.with("claims", Json.of(claims)));
  }
}
