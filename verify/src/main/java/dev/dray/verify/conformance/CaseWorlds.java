package dev.dray.verify.conformance;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.verify.reference.NodeFacts;
import dev.dray.verify.reference.ReferenceOutcome;
import dev.dray.verify.reference.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Turns a case about allocation into a world, and upstream's answer into an outcome. */
final class CaseWorlds {
  private static final Map<String, List<Gate>> GATES =
      Map.ofEntries(
          Map.entry("AdminAccess", List.of(Gate.DRA_ADMIN_ACCESS)),
          Map.entry("CompatibilityGroups", List.of(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)),
          Map.entry("ConsumableCapacity", List.of(Gate.DRA_CONSUMABLE_CAPACITY)),
          Map.entry("DerivedAttributes", List.of(Gate.DRA_DERIVED_ATTRIBUTES)),
          Map.entry(
              "DeviceBindingAndStatus",
              List.of(Gate.DRA_DEVICE_BINDING_CONDITIONS, Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS)),
          Map.entry("DeviceTaints", List.of(Gate.DRA_DEVICE_TAINTS)),
          Map.entry("FractionalCapacityRange", List.of(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)),
          Map.entry("ListTypeAttributes", List.of(Gate.DRA_LIST_TYPE_ATTRIBUTES)),
          Map.entry("OptionalNodeOperations", List.of(Gate.DRA_OPTIONAL_NODE_OPERATIONS)),
          Map.entry("PartitionableDevices", List.of(Gate.DRA_PARTITIONABLE_DEVICES)),
          Map.entry("PrioritizedList", List.of(Gate.DRA_PRIORITIZED_LIST)));

  private CaseWorlds() {}

  static World world(JsonNode json) {
    var slices = distinctlyNamed(objects(json, "slices", ResourceSlice.class));
    return new World(
        gates(json.get("features")),
        node(json.get("node")),
        objects(json, "classes", DeviceClass.class),
        slices,
        List.of(),
        List.of(),
        AllocatedState.claims(json, slices),
        objects(json, "claimsToAllocate", ResourceClaim.class));
  }

  private static Gates gates(JsonNode features) {
    var gates = Gates.defaults();
    for (var feature : features.properties()) {
      for (var gate : GATES.getOrDefault(feature.getKey(), List.of())) {
        gates = feature.getValue().asBoolean() ? gates.with(gate) : gates.without(gate);
      }
    }
    return gates;
  }

  private static NodeFacts node(JsonNode node) {
    var metadata = node.get("metadata");
    var labels = new TreeMap<String, String>();
    metadata
        .path("labels")
        .properties()
        .forEach(it -> labels.put(it.getKey(), it.getValue().asString()));
    var features = new TreeSet<String>();
    node.path("status").path("declaredFeatures").forEach(it -> features.add(it.asString()));
    return new NodeFacts(metadata.get("name").asString(), labels, features);
  }

  private static <T extends ApiObject> List<T> objects(JsonNode json, String field, Class<T> type) {
    var objects = new ArrayList<T>();
    json.path(field).forEach(it -> objects.add(type.cast(CaseObjects.read(Cases.text(it)))));
    return objects;
  }

  /**
   * The slices, of which upstream's unit cases give several the same name: the later ones get
   * another that sorts at the same place.
   */
  private static List<ResourceSlice> distinctlyNamed(List<ResourceSlice> slices) {
    var names = new HashSet<String>();
    var distinct = new ArrayList<ResourceSlice>();
    for (var slice : slices) {
      var name = slice.metadata().name();
      while (!names.add(name)) {
        name += "!";
      }
      distinct.add(slice.withMetadata(slice.metadata().withName(name)));
    }
    return distinct;
  }

  static ReferenceOutcome upstream(JsonNode upstream) {
    if (upstream.get("errorIsFailedAllocationOnNode").asBoolean()) {
      return new ReferenceOutcome.NodeLocalFailure(upstream.get("error").asString());
    }
    if (!upstream.get("error").isNull()) {
      return new ReferenceOutcome.Fatal(upstream.get("error").asString());
    }
    if (upstream.get("results").isNull()) {
      return new ReferenceOutcome.DoesNotFit();
    }
    var results = new ArrayList<AllocationResult>();
    for (var result : upstream.get("results")) {
      var claim =
          (ResourceClaim)
              CaseObjects.read(
                  """
                  {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
                   "status": {"allocation": %s}}
                  """
                      .formatted(Cases.text(result)));
      results.add(claim.status().allocation().orElseThrow());
    }
    return new ReferenceOutcome.Fits(results);
  }
}
