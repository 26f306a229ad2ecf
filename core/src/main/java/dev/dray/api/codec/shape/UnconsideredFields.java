package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.RAW;

import dev.dray.api.codec.shape.ObjectShape.Fields;
import dev.dray.api.core.Container;
import dev.dray.api.core.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The fields of a pod that kube-scheduler considers and Dray does not. */
record UnconsideredFields(
    List<String> whole, boolean hostNetwork, List<UnconsideredFields.Present> volumes) {
  private static final List<String> WHOLE =
      List.of("topologySpreadConstraints", "resources", "schedulingGroup");

  /** Types of volumes that not every node can provide, or not to every pod. */
  private static final List<String> VOLUMES =
      List.of(
          "persistentVolumeClaim",
          "ephemeral",
          "awsElasticBlockStore",
          "azureDisk",
          "gcePersistentDisk",
          "iscsi",
          "rbd");

  private static final Set<String> EMPTY = Set.of("null", "[]", "{}");

  /** The names of those fields that are set in an object, where only their presence matters. */
  record Present(List<String> fields) {}

  private static final ObjectShape<Present> VOLUME =
      ObjectShape.of(fields -> new Present(present(fields, VOLUMES)));

  static UnconsideredFields in(Fields<PodSpec> fields) {
    return new UnconsideredFields(
        present(fields, WHOLE),
        fields.add("hostNetwork", BOOL, _ -> false),
        fields.list("volumes", VOLUME, _ -> List.of()));
  }

  private static List<String> present(Fields<?> fields, List<String> names) {
    var present = new ArrayList<String>();
    for (var name : names) {
      fields
          .maybe(name, RAW, _ -> Optional.empty())
          .filter(it -> !EMPTY.contains(it.text()))
          .ifPresent(_ -> present.add(name));
    }
    return List.copyOf(present);
  }

  /** Returns those that are set, named as users would look for them in the pod. */
  List<String> of(List<Container> inits, List<Container> containers) {
    var found = new ArrayList<>(whole);
    var lasting = Stream.concat(containers.stream(), inits.stream().filter(Container::isSidecar));
    if (lasting
        .flatMap(it -> it.ports().stream())
        .anyMatch(it -> hostNetwork || it.hostPort() > 0)) {
      found.add("containers.ports.hostPort");
    }
    volumes.stream()
        .flatMap(it -> it.fields().stream())
        .distinct()
        .forEach(it -> found.add("volumes." + it));
    return List.copyOf(found);
  }
}
