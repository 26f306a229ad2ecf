package dev.dray.bench.scale;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.resource.ResourceSlice;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cluster of nodes with eight GPUs each, of eight models by node; every device has twelve
 * attributes and two capacities, and a name and a uuid like no other.
 *
 * <p>Slices come out of the codec, so that no two of them share a string or a quantity: what an
 * inventory does not share by itself is not shared.
 */
record Cluster(int nodes, Writing writing) {
  static final int DEVICES_OF_A_NODE = 8;
  static final String DRIVER = "gpu.example.com";

  private static final Manifests MANIFESTS = new Manifests(FieldValidation.STRICT);

  /** Whether what the devices of a node have in common is written once. */
  enum Writing {
    FLAT,
    MIXINS
  }

  int devices() {
    return nodes * DEVICES_OF_A_NODE;
  }

  static String nodeName(int node) {
    return "node-%05d".formatted(node);
  }

  /** The slice of a node, its uuids of some edition: an update is the same slice of another one. */
  ResourceSlice slice(int node, int edition) {
    var documents = MANIFESTS.read(json(node, edition).getBytes(StandardCharsets.UTF_8));
    if (documents.size() == 1
        && documents.getFirst() instanceof Document.Read read
        && !read.hasErrors()
        && read.object() instanceof ResourceSlice slice) {
      return slice;
    }
    throw new IllegalStateException("The slice was not read: " + documents);
  }

  private String json(int node, int edition) {
    return """
    {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice",
     "metadata": {"name": "%1$s-gpu"},
     "spec": {"driver": "%2$s", "nodeName": "%1$s",
      "pool": {"name": "%1$s", "generation": 1, "resourceSliceCount": 1},
      %3$s "devices": [%4$s]}}
    """
        .formatted(
            nodeName(node),
            DRIVER,
            mixins(node),
            IntStream.range(0, DEVICES_OF_A_NODE)
                .mapToObj(gpu -> device(node, gpu, edition))
                .collect(Collectors.joining(",")));
  }

  private String mixins(int node) {
    return switch (writing) {
      case FLAT -> "";
      case MIXINS ->
          """
          "mixins": {"device": [
           {"name": "model", "attributes": {%s}, "capacity": {%s}}]},
          """
              .formatted(common(node), capacity(node));
    };
  }

  private String device(int node, int gpu, int edition) {
    var name = "gpu-%s-%s".formatted(node, gpu);
    var own =
        """
        "uuid": {"string": "GPU-%08x-%04x-%04x"}, "index": {"int": %3$s},
        "pciAddress": {"string": "0000:%3$02x:00.0"}, "numa": {"int": %4$s}
        """
            .formatted(node, edition, gpu, gpu * 2 / DEVICES_OF_A_NODE);
    return switch (writing) {
      case FLAT ->
          "{\"name\": \"%s\", \"attributes\": {%s, %s}, \"capacity\": {%s}}"
              .formatted(name, own, common(node), capacity(node));
      case MIXINS ->
          "{\"name\": \"%s\", \"includes\": [\"model\"], \"attributes\": {%s}}"
              .formatted(name, own);
    };
  }

  /** What the devices of a node have in common. */
  private static String common(int node) {
    return """
    "model": {"string": "model-%1$s"}, "brand": {"string": "example"},
    "architecture": {"string": "generation-%1$s"}, "ecc": {"bool": true},
    "driverVersion": {"version": "550.54.%1$s"}, "runtimeVersion": {"version": "12.4.%1$s"},
    "type": {"string": "gpu"}, "resource.kubernetes.io/pcieRoot": {"string": "pci0000:0%1$s"}
    """
        .formatted(node % 8);
  }

  private static String capacity(int node) {
    return "\"memory\": {\"value\": \"%sGi\"}, \"multiprocessors\": {\"value\": \"132\"}"
        .formatted((node % 8 + 1) * 20);
  }
}
