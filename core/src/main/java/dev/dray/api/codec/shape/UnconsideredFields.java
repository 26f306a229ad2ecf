package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.RAW;

import dev.dray.api.core.Container;
import dev.dray.api.core.PodSpec;
import dev.dray.api.meta.RawJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The fields of a pod that kube-scheduler considers and Dray does not. */
final class UnconsideredFields {
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
  private record Present(List<String> fields) {}

  private static final ObjectShape<Present> VOLUME =
      ObjectShape.of(
          fields -> {
            var slots = slots(fields, VOLUMES);
            return values -> new Present(present(slots, values));
          });

  private final Map<String, ObjectShape.Slot<Optional<RawJson>>> whole;
  private final ObjectShape.Slot<Boolean> hostNetwork;
  private final ObjectShape.Slot<List<Present>> volumes;

  UnconsideredFields(ObjectShape.Fields<PodSpec> fields) {
    whole = slots(fields, WHOLE);
    hostNetwork = fields.add("hostNetwork", BOOL, _ -> false);
    volumes = fields.list("volumes", VOLUME, _ -> List.of());
  }

  private static <T> Map<String, ObjectShape.Slot<Optional<RawJson>>> slots(
      ObjectShape.Fields<T> fields, List<String> names) {
    var slots = new LinkedHashMap<String, ObjectShape.Slot<Optional<RawJson>>>();
    names.forEach(it -> slots.put(it, fields.maybe(it, RAW, _ -> Optional.empty())));
    return slots;
  }

  private static List<String> present(
      Map<String, ObjectShape.Slot<Optional<RawJson>>> slots, ObjectShape.Values values) {
    var present = new ArrayList<String>();
    slots.forEach(
        (name, slot) ->
            values
                .get(slot)
                .filter(it -> !EMPTY.contains(it.text()))
                .ifPresent(_ -> present.add(name)));
    return List.copyOf(present);
  }

  /** Returns those that are set, named as users would look for them in the pod. */
  List<String> of(ObjectShape.Values values, List<Container> inits, List<Container> containers) {
    var found = new ArrayList<>(present(whole, values));
    var lasting = Stream.concat(containers.stream(), inits.stream().filter(Container::isSidecar));
    boolean onHost = values.get(hostNetwork);
    if (lasting.flatMap(it -> it.ports().stream()).anyMatch(it -> onHost || it.hostPort() > 0)) {
      found.add("containers.ports.hostPort");
    }
    values.get(volumes).stream()
        .flatMap(it -> it.fields().stream())
        .distinct()
        .forEach(it -> found.add("volumes." + it));
    return List.copyOf(found);
  }
}
