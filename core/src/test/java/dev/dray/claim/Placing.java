package dev.dray.claim;

import dev.dray.allocation.placement.PlacedClaim;
import dev.dray.allocation.placement.PlacedDevice;
import dev.dray.allocation.placement.PlacedRequest;
import dev.dray.allocation.placement.Placement;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.PoolGeneration;
import dev.dray.testing.Manifest;
import dev.dray.testing.Published;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Placements by hand, on {@code node}, and what is written of them. */
final class Placing {
  static final Gates GATES = Gates.defaults();
  static final DeviceClass PLAIN = deviceClass("plain");

  private Placing() {}

  /** Devices of one slice, with these lines in its spec. */
  static PoolGeneration slice(String spec) {
    return Published.generation(GATES, new PoolId("d", "p"), Published.slice("slice", 1, spec));
  }

  /** A class whose configurations have these words as parameters. */
  static DeviceClass deviceClass(String name, String... words) {
    return Manifest.one(
        DeviceClass.class,
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: %s}
        spec: {config: [%s]}
        """
            .formatted(name, configurations(words)));
  }

  private static String configurations(String... words) {
    return String.join(
        ", ", List.of(words).stream().map(word -> "{%s}".formatted(opaque(word))).toList());
  }

  static String opaque(String word) {
    return "opaque: {driver: d, parameters: {word: %s}}".formatted(word);
  }

  /** A claim with these lines under {@code spec.devices}. */
  static ResourceClaim claim(String devices) {
    return Manifest.one(
        ResourceClaim.class,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: claim, namespace: ns, uid: uid}
        spec:
          devices:
        """
            + devices.indent(4));
  }

  static ResourceClaim oneRequest() {
    return claim("requests: [{name: main, exactly: {deviceClassName: plain}}]");
  }

  static PlacedDevice whole(PoolGeneration generation, int row) {
    return new PlacedDevice(generation, row, false, Map.of(), Map.of());
  }

  static PlacedDevice share(PoolGeneration generation, int row, Map<String, Quantity> consumed) {
    return new PlacedDevice(generation, row, true, consumed, Map.of());
  }

  /** The i-th request of the claim with these devices. */
  static PlacedRequest exactly(
      ResourceClaim claim, int request, DeviceClass deviceClass, PlacedDevice... devices) {
    return new PlacedRequest(
        claim.spec().devices().requests().get(request),
        OptionalInt.empty(),
        deviceClass,
        false,
        List.of(devices));
  }

  /** The same, through one of its alternatives. */
  static PlacedRequest through(
      int alternative,
      ResourceClaim claim,
      int request,
      DeviceClass deviceClass,
      PlacedDevice... devices) {
    return new PlacedRequest(
        claim.spec().devices().requests().get(request),
        OptionalInt.of(alternative),
        deviceClass,
        false,
        List.of(devices));
  }

  static Placement placement(ResourceClaim claim, PlacedRequest... requests) {
    return new Placement(
        LabeledNode.named("node"), List.of(new PlacedClaim(claim, List.of(requests))));
  }

  /** A claim of one request that got these devices. */
  static Placement placement(PlacedDevice... devices) {
    return placement(oneRequest(), exactly(oneRequest(), 0, PLAIN, devices));
  }

  static Written written(Placement placement) {
    return new AllocationWriter(GATES, shareIds()).results(placement);
  }

  /** What is written for the only claim. */
  static AllocationResult allocation(Placement placement) {
    return allocation(GATES, placement);
  }

  static AllocationResult allocation(Gates gates, Placement placement) {
    return allocations(gates, placement).getFirst();
  }

  static List<AllocationResult> allocations(Gates gates, Placement placement) {
    return switch (new AllocationWriter(gates, shareIds()).results(placement)) {
      case Written.Results(var allocations) -> allocations;
      case Written.Fatal(var message) -> throw new AssertionError(message);
    };
  }

  private static Supplier<String> shareIds() {
    Iterator<String> ids = IntStream.rangeClosed(1, 100).mapToObj(i -> "share-" + i).iterator();
    return ids::next;
  }
}
