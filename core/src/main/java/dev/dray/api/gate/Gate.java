package dev.dray.api.gate;

import java.util.List;
import java.util.Optional;

/**
 * A feature gate, in upstream's spelling.
 *
 * <p>Stages and defaults are those of Kubernetes 1.37, except for the features of the five KEPs
 * that Dray exists for: these are on.
 */
public enum Gate {
  DYNAMIC_RESOURCE_ALLOCATION(
      "DynamicResourceAllocation", Stage.GA, "1.34", Default.LOCKED_ON, 4381),
  DRA_ADMIN_ACCESS(
      "DRAAdminAccess", Stage.GA, "1.36", Default.LOCKED_ON, 5018, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_PRIORITIZED_LIST(
      "DRAPrioritizedList", Stage.GA, "1.36", Default.LOCKED_ON, 4816, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_RESOURCE_CLAIM_DEVICE_STATUS(
      "DRAResourceClaimDeviceStatus", Stage.GA, "1.37", Default.LOCKED_ON, 4817),
  DRA_EXTENDED_RESOURCE(
      "DRAExtendedResource",
      Stage.GA,
      "1.37",
      Default.LOCKED_ON,
      5004,
      DYNAMIC_RESOURCE_ALLOCATION),
  DRA_DEVICE_TAINTS(
      "DRADeviceTaints", Stage.GA, "1.37", Default.ON, 5055, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_DEVICE_TAINT_RULES(
      "DRADeviceTaintRules", Stage.GA, "1.37", Default.ON, 5055, DRA_DEVICE_TAINTS),
  DRA_PARTITIONABLE_DEVICES(
      "DRAPartitionableDevices", Stage.BETA, "1.36", Default.ON, 4815, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_CONSUMABLE_CAPACITY(
      "DRAConsumableCapacity", Stage.BETA, "1.36", Default.ON, 5075, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_FRACTIONAL_CAPACITY_RANGE(
      "DRAFractionalCapacityRange", Stage.BETA, "1.37", Default.ON, 5075, DRA_CONSUMABLE_CAPACITY),
  DRA_DEVICE_BINDING_CONDITIONS(
      "DRADeviceBindingConditions",
      Stage.BETA,
      "1.36",
      Default.ON,
      5007,
      DYNAMIC_RESOURCE_ALLOCATION,
      DRA_RESOURCE_CLAIM_DEVICE_STATUS),
  DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION(
      "DRAResourceClaimGranularStatusAuthorization",
      Stage.BETA,
      "1.36",
      Default.ON,
      4817,
      DYNAMIC_RESOURCE_ALLOCATION,
      DRA_RESOURCE_CLAIM_DEVICE_STATUS),
  DRA_SCHEDULER_FILTER_TIMEOUT(
      "DRASchedulerFilterTimeout",
      Stage.BETA,
      "1.34",
      Default.ON,
      4381,
      DYNAMIC_RESOURCE_ALLOCATION),
  GENERIC_WORKLOAD("GenericWorkload", Stage.BETA, "1.37", Default.OFF, 4939),
  DRA_WORKLOAD_RESOURCE_CLAIMS(
      "DRAWorkloadResourceClaims",
      Stage.BETA,
      "1.37",
      Default.OFF,
      5729,
      DYNAMIC_RESOURCE_ALLOCATION,
      GENERIC_WORKLOAD),
  DRA_LIST_TYPE_ATTRIBUTES(
      "DRAListTypeAttributes", Stage.ALPHA, "1.36", Default.OFF, 5491, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_NODE_ALLOCATABLE_RESOURCES(
      "DRANodeAllocatableResources",
      Stage.ALPHA,
      "1.36",
      Default.OFF,
      5517,
      DYNAMIC_RESOURCE_ALLOCATION),
  DRA_RESOURCE_POOL_STATUS(
      "DRAResourcePoolStatus", Stage.ALPHA, "1.36", Default.OFF, 5677, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_DEVICE_COMPATIBILITY_GROUPS(
      "DRADeviceCompatibilityGroups",
      Stage.ALPHA,
      "1.37",
      Default.ON,
      5963,
      DYNAMIC_RESOURCE_ALLOCATION,
      DRA_PARTITIONABLE_DEVICES),
  DRA_DERIVED_ATTRIBUTES(
      "DRADerivedAttributes", Stage.ALPHA, "1.37", Default.OFF, 6080, DYNAMIC_RESOURCE_ALLOCATION),
  NODE_DECLARED_FEATURES("NodeDeclaredFeatures", Stage.GA, "1.37", Default.LOCKED_ON, 5328),
  DRA_OPTIONAL_NODE_OPERATIONS(
      "DRAOptionalNodeOperations",
      Stage.ALPHA,
      "1.37",
      Default.OFF,
      5945,
      DYNAMIC_RESOURCE_ALLOCATION,
      NODE_DECLARED_FEATURES),
  DRA_PARTITIONABLE_DEVICES_TYPE(
      "DRAPartitionableDevicesType",
      Stage.ALPHA,
      "1.37",
      Default.OFF,
      5677,
      DYNAMIC_RESOURCE_ALLOCATION,
      DRA_PARTITIONABLE_DEVICES,
      DRA_RESOURCE_POOL_STATUS),
  RESOURCE_HEALTH_STATUS(
      "ResourceHealthStatus", Stage.BETA, "1.36", Default.ON, 4680, DYNAMIC_RESOURCE_ALLOCATION),
  KUBELET_POD_RESOURCES_DYNAMIC_RESOURCES(
      "KubeletPodResourcesDynamicResources", Stage.GA, "1.36", Default.LOCKED_ON, 3695),
  DECLARATIVE_VALIDATION_BETA("DeclarativeValidationBeta", Stage.BETA, "1.36", Default.ON, 5073),
  DRA_RESOURCE_SLICE_MIXINS(
      "DRAResourceSliceMixins", Stage.ALPHA, "1.38", Default.ON, 5234, DYNAMIC_RESOURCE_ALLOCATION),
  DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES(
      "DRAAdminControlledDeviceAttributes",
      Stage.ALPHA,
      "1.38",
      Default.ON,
      5027,
      DYNAMIC_RESOURCE_ALLOCATION),
  DRA_SHARED_CONSUMABLE_CAPACITY(
      "DRASharedConsumableCapacity",
      Stage.ALPHA,
      "1.38",
      Default.ON,
      5941,
      DYNAMIC_RESOURCE_ALLOCATION,
      DRA_PARTITIONABLE_DEVICES,
      DRA_CONSUMABLE_CAPACITY);

  /** The maturity of a feature. */
  public enum Stage {
    ALPHA,
    BETA,
    GA
  }

  /** The state of a gate that nobody sets. */
  enum Default {
    OFF,
    ON,
    LOCKED_ON
  }

  private final String gateName;
  private final Stage stage;
  private final String since;
  private final Default unlessSet;
  private final int kep;
  private final List<Gate> dependencies;

  Gate(
      String gateName,
      Stage stage,
      String since,
      Default unlessSet,
      int kep,
      Gate... dependencies) {
    this.gateName = gateName;
    this.stage = stage;
    this.since = since;
    this.unlessSet = unlessSet;
    this.kep = kep;
    this.dependencies = List.of(dependencies);
  }

  /** Returns the name as in {@code --feature-gates}. */
  public String gateName() {
    return gateName;
  }

  public Stage stage() {
    return stage;
  }

  /**
   * Returns the stage as upstream's metrics write it: empty for a feature that is generally
   * available.
   */
  public String prerelease() {
    return stage == Stage.GA ? "" : stage.name();
  }

  /** Returns the release in which the feature reached this stage. */
  public String since() {
    return since;
  }

  public boolean onByDefault() {
    return unlessSet != Default.OFF;
  }

  /** Returns whether the gate can no longer be switched. */
  public boolean locked() {
    return unlessSet == Default.LOCKED_ON;
  }

  /** Returns the number of the KEP that describes the feature. */
  public int kep() {
    return kep;
  }

  /** Returns the gates that must be on for this one to be on. */
  public List<Gate> dependencies() {
    return dependencies;
  }

  /** Returns the gate of this name. */
  public static Optional<Gate> named(String gateName) {
    for (var gate : values()) {
      if (gate.gateName.equals(gateName)) {
        return Optional.of(gate);
      }
    }
    return Optional.empty();
  }
}
