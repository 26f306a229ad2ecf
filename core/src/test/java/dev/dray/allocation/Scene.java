package dev.dray.allocation;

import dev.dray.allocation.explain.Explanation;
import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.ledger.Ledger;
import dev.dray.testing.Manifest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A few devices of driver {@code d} on {@code node-1}, some of them held, and claims for them. */
public final class Scene {
  private static final String COUNTERS =
      """
      sharedCounters: [{name: gpu-0, counters: {multiprocessors: {value: "132"}}}]
      """;

  private final Gates gates;
  private final Inventory inventory;
  private Ledger ledger = Ledger.empty();
  private final List<ResourceClaim> claims = new ArrayList<>();

  private Scene(Gates gates) {
    this.gates = gates;
    inventory = new Inventory(gates);
    deviceClass("any", "device.driver == \"d\"");
  }

  public static Scene empty() {
    return new Scene(Gates.defaults());
  }

  public static Scene without(Gate gate) {
    return new Scene(Gates.defaults().without(gate));
  }

  public static Scene with(Gate gate) {
    return new Scene(Gates.defaults().with(gate));
  }

  /** Devices, each in braces, of the pool {@code node-1}. */
  public Scene devices(String... devices) {
    return slice("node-1", "devices: [%s]".formatted(String.join(", ", devices)));
  }

  /** The only slice of a pool for the node of its name, with these lines in its spec. */
  public Scene slice(String node, String spec) {
    return slice(node, node, 1, "nodeName: %s\n%s".formatted(node, spec));
  }

  public Scene slice(String name, String pool, int slices, String spec) {
    inventory.put(
        Manifest.one(
            ResourceSlice.class,
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: %s}
            spec:
              driver: d
              pool: {name: %s, generation: 1, resourceSliceCount: %d}
            """
                    .formatted(name, pool, slices)
                + spec.indent(2)));
    return this;
  }

  public Scene deviceClass(String name, String expression) {
    inventory.put(
        Manifest.one(
            DeviceClass.class,
            """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: %s}
            spec: {selectors: [{cel: {expression: '%s'}}]}
            """
                .formatted(name, expression)));
    return this;
  }

  Scene taintRule(String spec) {
    inventory.put(
        Manifest.one(
            DeviceTaintRule.class,
            """
            apiVersion: resource.k8s.io/v1
            kind: DeviceTaintRule
            metadata: {name: rule}
            spec: %s
            """
                .formatted(spec)));
    return this;
  }

  /** The claim {@code default/NAME} holds a device of the pool {@code node-1}. */
  public Scene held(String name, String device, String... fields) {
    var more = fields.length == 0 ? "" : ", " + String.join(", ", fields);
    ledger =
        ledger.with(
            claim(
                name,
                "requests: [{name: r, exactly: {deviceClassName: any}}]",
                """
                status:
                  allocation:
                    devices: {results: [{request: r, driver: d, pool: node-1, device: %s%s}]}
                """
                    .formatted(device, more)));
    return this;
  }

  /** Asks for a claim {@code default/NAME} with these lines under {@code spec.devices}. */
  public Scene asking(String name, String devices) {
    claims.add(claim(name, devices, ""));
    return this;
  }

  /** Asks for a claim {@code default/c} with these requests, each as {@code name: exactly}. */
  public Scene requesting(String... requests) {
    var all = new ArrayList<String>();
    for (var request : requests) {
      int colon = request.indexOf(": ");
      all.add(
          "{name: %s, exactly: %s}"
              .formatted(request.substring(0, colon), request.substring(colon + 2)));
    }
    return asking("c", "requests: [%s]".formatted(String.join(", ", all)));
  }

  private static ResourceClaim claim(String name, String devices, String status) {
    return Manifest.one(
        ResourceClaim.class,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s, namespace: default, uid: uid-%s}
        spec:
          devices:
        """
                .formatted(name, name)
            + devices.indent(4)
            + status);
  }

  public AllocationOutcome answer() {
    return answer(new Allocator(gates));
  }

  /** The answer of a search that prunes from its first step on. */
  AllocationOutcome eagerAnswer() {
    return answer(EagerAllocator.of(gates));
  }

  private AllocationOutcome answer(Allocator allocator) {
    return allocator.allocate(inventory.snapshot(), ledger, LabeledNode.named("node-1"), claims);
  }

  public Explanation explanation() {
    return new Allocator(gates)
        .explain(inventory.snapshot(), ledger, LabeledNode.named("node-1"), claims)
        .orElseThrow();
  }

  /** The lines of the explanation. */
  public List<String> text() {
    return explanation().toText().lines().toList();
  }

  public NodesExplanation explanation(String... nodes) {
    return new Allocator(gates)
        .explain(
            inventory.snapshot(),
            ledger,
            Arrays.stream(nodes).map(LabeledNode::named).toList(),
            claims);
  }

  /** A pool of one GPU, cut into these devices. */
  public static Scene partitions(String... devices) {
    return partitions(Scene.empty(), devices);
  }

  public static Scene partitions(Scene scene, String... devices) {
    return scene
        .slice("counters", "node-1", 2, "nodeName: node-1\n" + COUNTERS)
        .slice(
            "devices",
            "node-1",
            2,
            "nodeName: node-1\ndevices: [%s]".formatted(String.join(", ", devices)));
  }

  public static String partition(String name, int multiprocessors) {
    return partition(name, multiprocessors, "");
  }

  public static String partition(String name, int multiprocessors, String more) {
    return """
    {name: %s, consumesCounters: [{counterSet: gpu-0, counters: {multiprocessors: {value: "%d"}}%s}]}
    """
        .formatted(name, multiprocessors, more);
  }

  public static String[] gpus(int count, String fields) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{name: gpu-%d%s}".formatted(i, fields.isEmpty() ? "" : ", " + fields))
        .toArray(String[]::new);
  }
}
