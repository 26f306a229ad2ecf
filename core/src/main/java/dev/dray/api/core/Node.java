package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.RawJson;
import java.util.List;
import java.util.Map;

/** A node as its {@code Node} object describes it. */
public record Node(
    ObjectMeta metadata,
    boolean unschedulable,
    List<NodeTaint> taints,
    Map<String, Quantity> allocatable,
    List<String> declaredFeatures,
    RawJson json)
    implements CoreObject {
  public Node {
    requireNonNull(metadata, "metadata");
    requireNonNull(json, "json");
    taints = List.copyOf(taints);
    allocatable = FrozenMap.copyOf(allocatable);
    declaredFeatures = List.copyOf(declaredFeatures);
  }

  @Override
  public String kindName() {
    return "Node";
  }

  public Node withMetadata(ObjectMeta metadata) {
    return new Node(metadata, unschedulable, taints, allocatable, declaredFeatures, json);
  }
}
