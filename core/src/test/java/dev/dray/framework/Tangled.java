package dev.dray.framework;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A claim for devices that differ in three attributes, and nodes where it is hard to find them. */
public final class Tangled {
  public static final String CLAIM =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: cubes}
      spec: {}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: c}
      spec:
        devices:
          requests: [{name: r, exactly: {deviceClassName: cubes, count: 9}}]
          constraints:
          - {distinctAttribute: d.example.com/row}
          - {distinctAttribute: d.example.com/column}
          - {distinctAttribute: d.example.com/layer}
      """;

  private Tangled() {}

  /**
   * Which of them agree in nothing is a question of three dimensions: nobody answers it at once.
   */
  public static String node(String node) {
    var random = new Random(7);
    return withDevices(
        node,
        IntStream.range(0, 48)
            .mapToObj(i -> device(i, random.nextInt(9), random.nextInt(9), random.nextInt(9)))
            .collect(Collectors.joining()));
  }

  /** Devices that agree in nothing. */
  static String easy(String node) {
    return withDevices(
        node,
        IntStream.range(0, 9).mapToObj(i -> device(i, i, i, i)).collect(Collectors.joining()));
  }

  private static String device(int number, int x, int y, int z) {
    return "  - {name: d%d, attributes: {row: {int: %d}, column: {int: %d}, layer: {int: %d}}}\n"
        .formatted(number, x, y, z);
  }

  private static String withDevices(String node, String devices) {
    return """
    ---
    apiVersion: v1
    kind: Node
    metadata: {name: NODE}
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: NODE}
    spec:
      driver: d.example.com
      nodeName: NODE
      pool: {name: NODE, generation: 1, resourceSliceCount: 1}
      devices:
    """
            .replace("NODE", node)
        + devices;
  }
}
