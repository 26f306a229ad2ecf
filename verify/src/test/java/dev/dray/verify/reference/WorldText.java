package dev.dray.verify.reference;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.verify.reference.ReferenceOutcome.Fits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Worlds as manifests tell them, with a class for everything. */
final class WorldText {
  private static final String CLASS =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: any}
      spec: {}
      """;

  private WorldText() {}

  static World world(String... manifests) {
    var objects = read(CLASS + String.join("", manifests));
    var claims = of(objects, ResourceClaim.class);
    return new World(
        Gates.defaults().with(Gate.DRA_LIST_TYPE_ATTRIBUTES),
        new NodeFacts("node-1", Map.of(), new TreeSet<>()),
        of(objects, DeviceClass.class),
        of(objects, ResourceSlice.class),
        of(objects, ResourceSlicePatch.class),
        of(objects, DeviceTaintRule.class),
        claims.stream().filter(it -> it.status().allocation().isPresent()).toList(),
        claims.stream().filter(it -> it.status().allocation().isEmpty()).toList());
  }

  private static List<ApiObject> read(String manifests) {
    var objects = new ArrayList<ApiObject>();
    for (var document :
        new Manifests(FieldValidation.STRICT).read(manifests.getBytes(StandardCharsets.UTF_8))) {
      if (!(document instanceof Document.Read read) || read.hasErrors()) {
        throw new IllegalArgumentException("Not readable: " + document);
      }
      objects.add(read.object());
    }
    return objects;
  }

  private static <T> List<T> of(List<ApiObject> objects, Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A slice of pool p0 of driver d.io on node-1: {@code spec} is what else is in it. */
  static String slice(String name, int count, String spec) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: %s}
    spec:
      driver: d.io
      nodeName: node-1
      pool: {name: p0, generation: 1, resourceSliceCount: %d}
    """
            .formatted(name, count)
        + spec.indent(2);
  }

  /** A claim for one device: {@code request} is what else is in {@code exactly}. */
  static String claim(String name, String request) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaim
    metadata: {name: %s, namespace: default, uid: uid-%s}
    spec:
      devices:
        requests:
        - name: r
          exactly: {deviceClassName: any, allocationMode: ExactCount, count: 1%s}
    """
        .formatted(name, name, request.isEmpty() ? "" : ", " + request);
  }

  /** A claim that has a device already: {@code result} is what else is in the result. */
  static String allocated(String name, String device, String result) {
    return claim(name, "")
        + """
        status:
          allocation:
            devices:
              results:
              - {request: r, driver: d.io, pool: p0, device: %s%s}
        """
            .formatted(device, result.isEmpty() ? "" : ", " + result);
  }

  /** The devices of all claims in order; none if it does not fit. */
  static List<String> devices(World world) {
    return new ReferenceAllocator().allocate(world).outcome() instanceof Fits(var results)
        ? results.stream()
            .flatMap(result -> result.devices().results().stream())
            .map(it -> it.device())
            .toList()
        : List.of();
  }
}
