package dev.dray.verify.throughput;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What nodes have and what pods ask for. The names say which workload of upstream's scheduler_perf
 * it is like; mixins, patches and shared capacity are Dray's own.
 *
 * @param podsPerNode how many pods a node has devices for
 * @param slices of a node, by its name
 * @param claim what the template of each pod's claim asks for: {@code spec.devices}, as YAML
 * @param amendments patches and the like, for all nodes
 * @param users how many pods share a claim; 1 for a claim of its own from a template
 */
record Shape(
    String name,
    int podsPerNode,
    IntFunction<List<Json.Obj>> slices,
    String claim,
    List<Json.Obj> amendments,
    int users) {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);
  private static final String DRIVER = "test-driver.cdi.k8s.io";

  private static final String ONE =
      """
      requests:
      - name: req-0
        exactly: {deviceClassName: test-class}
      """;

  static final List<Shape> ALL =
      List.of(
          of("plain", 10, Shape::tenDevices, ONE),
          of(
              "selector",
              10,
              Shape::tenDevices,
              """
              requests:
              - name: req-0
                exactly:
                  deviceClassName: test-class
                  selectors:
                  - cel:
                      expression: >-
                        device.attributes['test-driver.cdi.k8s.io'].driverVersion.isGreaterThan(semver('1.0.0')) &&
                        device.capacity['test-driver.cdi.k8s.io'].memory.compareTo(quantity('1Gi')) >= 0
              """),
          of("match", 2, Shape::tenDevices, matching(5)),
          new Shape("shared-claim", 10, Shape::twoDevices, ONE, List.of(), 5),
          of(
              "first-available",
              10,
              Shape::tenDevices,
              """
              requests:
              - name: req-0
                firstAvailable:
                - {name: sub-0, deviceClassName: no-such-devices}
                - {name: sub-1, deviceClassName: test-class}
              """),
          of("partitionable", 1, node -> partitions(node, ""), two()),
          of("backtracking", 1, Shape::backtracking, count(7)),
          of(
              "compatibility-groups",
              1,
              node -> partitions(node, ", compatibilityGroups: [mig]"),
              two()),
          of(
              "consumable-capacity",
              8,
              Shape::shareable,
              """
              requests:
              - name: req-0
                exactly:
                  deviceClassName: test-class
                  count: 2
                  capacity: {requests: {bandwidth: 2500M}}
              constraints:
              - {distinctAttribute: test-driver.cdi.k8s.io/port}
              """),
          of("mixins", 1, Shape::mixins, two()),
          new Shape(
              "patches",
              10,
              Shape::tenDevices,
              """
              requests:
              - name: req-0
                exactly:
                  deviceClassName: test-class
                  selectors:
                  - cel: {expression: "device.attributes['admin.example.com'].healthy"}
              """,
              List.of(patch()),
              1),
          of(
              "shared-capacity",
              10,
              Shape::virtualFunctions,
              """
              requests:
              - name: req-0
                exactly:
                  deviceClassName: test-class
                  capacity: {requests: {bandwidth: 10G}}
              """));

  private static Shape of(
      String name, int podsPerNode, IntFunction<List<Json.Obj>> slices, String claim) {
    return new Shape(name, podsPerNode, slices, claim, List.of(), 1);
  }

  static Optional<Shape> named(String name) {
    return ALL.stream().filter(it -> it.name().equals(name)).findFirst();
  }

  private static String count(int devices) {
    return """
    requests:
    - name: req-0
      exactly: {deviceClassName: test-class, count: %d}
    """
        .formatted(devices);
  }

  private static String two() {
    return count(2);
  }

  private static String matching(int requests) {
    var all =
        IntStream.range(0, requests)
            .mapToObj(
                it -> "- {name: req-%d, exactly: {deviceClassName: test-class}}".formatted(it))
            .collect(Collectors.joining("\n"));
    return "requests:\n"
        + all
        + "\nconstraints:\n- {matchAttribute: test-driver.cdi.k8s.io/pciRoot}\n";
  }

  static String nodeName(int node) {
    return "node-%05d".formatted(node);
  }

  static Json.Obj node(int node) {
    return yaml(
        """
        apiVersion: v1
        kind: Node
        metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
        status:
          allocatable: {cpu: "64", memory: 256Gi, pods: "110"}
          capacity: {cpu: "64", memory: 256Gi, pods: "110"}
        """
            .formatted(nodeName(node), nodeName(node)));
  }

  static List<Json.Obj> classes() {
    return List.of(
        yaml(
            """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: test-class}
            spec: {selectors: [{cel: {expression: "device.driver == 'test-driver.cdi.k8s.io'"}}]}
            """),
        yaml(
            """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: no-such-devices}
            spec: {selectors: [{cel: {expression: "device.driver == 'no-such-driver'"}}]}
            """));
  }

  Json.Obj template() {
    var spec = yaml(claim);
    return Json.obj(
        "apiVersion",
        "resource.k8s.io/v1",
        "kind",
        "ResourceClaimTemplate",
        "metadata",
        Json.obj("name", "template", "namespace", "default"),
        "spec",
        Json.obj("spec", Json.obj("devices", spec)));
  }

  Json.Obj sharedClaim(String name) {
    return Json.obj(
        "apiVersion",
        "resource.k8s.io/v1",
        "kind",
        "ResourceClaim",
        "metadata",
        Json.obj("name", name, "namespace", "default"),
        "spec",
        Json.obj("devices", yaml(claim)));
  }

  Json.Obj pod(String name, String claimName) {
    var claim =
        claimName.isEmpty()
            ? Json.obj("name", "devices", "resourceClaimTemplateName", "template")
            : Json.obj("name", "devices", "resourceClaimName", claimName);
    return Json.obj(
        "apiVersion",
        "v1",
        "kind",
        "Pod",
        "metadata",
        Json.obj("name", name, "namespace", "default"),
        "spec",
        Json.obj(
            "terminationGracePeriodSeconds",
            0,
            "containers",
            Json.Arr.of(
                Json.obj(
                    "name",
                    "main",
                    "image",
                    "registry.k8s.io/pause:3.10",
                    "resources",
                    Json.obj("claims", Json.Arr.of(Json.obj("name", "devices"))))),
            "resourceClaims",
            Json.Arr.of(claim)));
  }

  private static Json.Obj yaml(String text) {
    var parsed = TREES.parse(text.getBytes(StandardCharsets.UTF_8));
    if (parsed instanceof ObjectTrees.Parsed.Tree(Json.Obj tree, _)) {
      return tree;
    }
    throw new IllegalArgumentException("The text (%s) is no object: %s.".formatted(text, parsed));
  }

  private static Json.Obj slice(int node, String suffix, int count, String content) {
    var name = nodeName(node);
    return yaml(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: %s-%s}
        spec:
          driver: %s
          nodeName: %s
          pool: {name: %s, generation: 1, resourceSliceCount: %d}
        """
                .formatted(name, suffix, DRIVER, name, name, count)
            + content.indent(2));
  }

  private static String devices(int count, IntFunction<String> device) {
    var lines = new ArrayList<String>();
    lines.add("devices:");
    for (int i = 0; i < count; i++) {
      lines.add("- " + device.apply(i));
    }
    return String.join("\n", lines) + "\n";
  }

  private static List<Json.Obj> tenDevices(int node) {
    return List.of(slice(node, "devices", 1, devices(10, Shape::plainDevice)));
  }

  private static String plainDevice(int i) {
    return "{name: dev-%d, attributes: {model: {string: A100}, driverVersion: {version: 1.2.3}, pciRoot: {string: root-%d}, uuid: {string: gpu-%d}}, capacity: {memory: {value: 80Gi}}}"
        .formatted(i, i % 2, i);
  }

  private static List<Json.Obj> twoDevices(int node) {
    return List.of(slice(node, "devices", 1, devices(2, Shape::plainDevice)));
  }

  private static List<Json.Obj> partitions(int node, String groups) {
    return List.of(
        slice(
            node,
            "counters",
            2,
            """
            sharedCounters:
            - {name: set, counters: {a: {value: "1"}, b: {value: "1"}, c: {value: "1"}, d: {value: "1"}}}
            """),
        slice(
            node,
            "devices",
            2,
            """
            devices:
            - {name: dev-0, consumesCounters: [{counterSet: set%1$s, counters: {a: {value: "1"}, b: {value: "1"}}}]}
            - {name: dev-1, consumesCounters: [{counterSet: set%1$s, counters: {c: {value: "1"}, d: {value: "1"}}}]}
            """
                .formatted(groups)));
  }

  private static List<Json.Obj> backtracking(int node) {
    var cpus =
        IntStream.rangeClosed(1, 8)
            .mapToObj("cpu%d: {value: \"1\"}"::formatted)
            .collect(Collectors.joining(", "));
    return List.of(
        slice(
            node,
            "counters",
            2,
            "sharedCounters:\n- {name: set, counters: {" + cpus + ", memory: {value: 70Gi}}}\n"),
        slice(
            node,
            "devices",
            2,
            devices(
                8,
                i ->
                    "{name: dev-%d, consumesCounters: [{counterSet: set, counters: {cpu%d: {value: \"1\"}, memory: {value: %s}}}]}"
                        .formatted(i, i + 1, i == 0 ? "20Gi" : "10Gi"))));
  }

  private static List<Json.Obj> shareable(int node) {
    return List.of(
        slice(
            node,
            "devices",
            1,
            devices(
                4,
                i ->
                    "{name: dev-%1$d, allowMultipleAllocations: true, attributes: {port: {int: %1$d}}, capacity: {bandwidth: {value: 10G, requestPolicy: {default: 500M, validRange: {min: 500M, step: 500M}}}}}"
                        .formatted(i))));
  }

  private static List<Json.Obj> mixins(int node) {
    return List.of(
        slice(
            node,
            "counters",
            2,
            """
            mixins:
              counterSet:
              - {name: all, counters: {a: {value: "1"}, b: {value: "1"}, c: {value: "1"}, d: {value: "1"}}}
            sharedCounters:
            - {name: set, includes: [all]}
            """),
        slice(
            node,
            "devices",
            2,
            """
            mixins:
              device:
              - {name: gpu, attributes: {model: {string: A100}, driverVersion: {version: 1.2.3}}}
              deviceCounterConsumption:
              - {name: half, counters: {a: {value: "1"}, b: {value: "1"}}}
              - {name: other-half, counters: {c: {value: "1"}, d: {value: "1"}}}
            devices:
            - {name: dev-0, includes: [gpu], consumesCounters: [{counterSet: set, includes: [half]}]}
            - {name: dev-1, includes: [gpu], consumesCounters: [{counterSet: set, includes: [other-half]}]}
            """));
  }

  private static List<Json.Obj> virtualFunctions(int node) {
    return List.of(
        slice(
            node,
            "counters",
            2,
            """
            sharedCounters:
            - {name: pf, counters: {bandwidth: {value: 100G, requestPolicy: {default: 1G, validRange: {min: 1G, step: 1G}}}}}
            """),
        slice(
            node,
            "devices",
            2,
            devices(
                16,
                i ->
                    "{name: vf-%d, consumesCounters: [{counterSet: pf, counters: {bandwidth: {valueFrom: {capacityKey: bandwidth}}}}]}"
                        .formatted(i))));
  }

  private static Json.Obj patch() {
    return yaml(
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: healthy}
        spec:
          devices:
            filter: {driver: %s}
            attributes: {admin.example.com/healthy: {bool: true}}
        """
            .formatted(DRIVER));
  }
}
