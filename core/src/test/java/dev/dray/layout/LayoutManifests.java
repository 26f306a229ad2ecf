package dev.dray.layout;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.validation.Validator;
import dev.dray.testing.Manifest;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Manifests for tests of layouts. */
final class LayoutManifests {
  static final Gates GATES = Gates.defaults();
  static final Validator VALIDATOR = Validator.with(GATES);

  private LayoutManifests() {}

  static Flattened flattened(String yaml) {
    return Flattening.of(
        of(ResourceSlice.class, yaml),
        of(DeviceClass.class, yaml),
        of(ResourceSlicePatch.class, yaml),
        of(DeviceTaintRule.class, yaml),
        GATES);
  }

  static <T> List<T> of(Class<T> type, String yaml) {
    return Manifest.all(yaml).stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A slice of a pool of this many slices; what follows is its mixins, devices or counters. */
  static String slice(String name, int count, String content) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: %s}
    spec:
      driver: gpu.example.com
      pool: {name: node-1, generation: 4, resourceSliceCount: %d}
      nodeName: node-1
    """
            .formatted(name, count)
        + content.indent(2);
  }

  static String devices(int from, int to, String content) {
    return IntStream.range(from, to)
        .mapToObj(i -> "- {name: gpu-%d, %s}%n".formatted(i, content.replace("#", "" + i)))
        .collect(Collectors.joining("", "devices:\n", ""));
  }
}
