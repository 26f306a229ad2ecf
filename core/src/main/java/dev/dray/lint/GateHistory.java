package dev.dray.lint;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gate.Stage;
import java.util.List;
import java.util.Optional;

/**
 * The releases of Kubernetes in which features came, were promoted and were switched on.
 *
 * <p>From the versioned feature gates of Kubernetes 1.37. A feature that no release has has no
 * history.
 */
final class GateHistory {
  /**
   * A stage of a feature.
   *
   * @param minor the first release of the stage
   */
  record Step(int minor, Stage stage, boolean on) {
    String words() {
      return switch (stage) {
        case ALPHA -> "alpha";
        case BETA -> "beta";
        case GA -> "stable";
      };
    }
  }

  private GateHistory() {}

  /** Returns the stages, oldest first; none for features that only Dray has. */
  static List<Step> of(Gate gate) {
    return switch (gate) {
      case DYNAMIC_RESOURCE_ALLOCATION -> List.of(alpha(26), betaOff(32), stable(34));
      case DRA_ADMIN_ACCESS -> List.of(alpha(32), beta(34), stable(36));
      case DRA_PRIORITIZED_LIST -> List.of(alpha(33), beta(34), stable(36));
      case DRA_RESOURCE_CLAIM_DEVICE_STATUS -> List.of(alpha(32), beta(33), stable(37));
      case DRA_EXTENDED_RESOURCE -> List.of(alpha(34), beta(36), stable(37));
      case DRA_DEVICE_TAINTS -> List.of(alpha(33), beta(36), stable(37));
      // In 1.34 taint rules had no gate of their own but that of taints, which was off as well.
      case DRA_DEVICE_TAINT_RULES -> List.of(alpha(33), betaOff(36), stable(37));
      case DRA_PARTITIONABLE_DEVICES -> List.of(alpha(33), beta(36));
      case DRA_CONSUMABLE_CAPACITY, DRA_DEVICE_BINDING_CONDITIONS -> List.of(alpha(34), beta(36));
      case DRA_FRACTIONAL_CAPACITY_RANGE -> List.of(beta(37));
      case DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION -> List.of(beta(36));
      case DRA_SCHEDULER_FILTER_TIMEOUT -> List.of(beta(34));
      case GENERIC_WORKLOAD -> List.of(alpha(35), betaOff(37));
      case DRA_WORKLOAD_RESOURCE_CLAIMS -> List.of(alpha(36), betaOff(37));
      case DRA_LIST_TYPE_ATTRIBUTES, DRA_NODE_ALLOCATABLE_RESOURCES, DRA_RESOURCE_POOL_STATUS ->
          List.of(alpha(36));
      case DRA_DEVICE_COMPATIBILITY_GROUPS,
          DRA_DERIVED_ATTRIBUTES,
          DRA_OPTIONAL_NODE_OPERATIONS,
          DRA_PARTITIONABLE_DEVICES_TYPE ->
          List.of(alpha(37));
      case NODE_DECLARED_FEATURES -> List.of(alpha(35), beta(36), stable(37));
      case RESOURCE_HEALTH_STATUS -> List.of(alpha(31), beta(36));
      case KUBELET_POD_RESOURCES_DYNAMIC_RESOURCES -> List.of(alpha(27), beta(34), stable(36));
      case DECLARATIVE_VALIDATION_BETA -> List.of(beta(36));
      case DRA_RESOURCE_SLICE_MIXINS,
          DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES,
          DRA_SHARED_CONSUMABLE_CAPACITY ->
          List.of();
    };
  }

  private static Step alpha(int minor) {
    return new Step(minor, Stage.ALPHA, false);
  }

  private static Step beta(int minor) {
    return new Step(minor, Stage.BETA, true);
  }

  private static Step betaOff(int minor) {
    return new Step(minor, Stage.BETA, false);
  }

  private static Step stable(int minor) {
    return new Step(minor, Stage.GA, true);
  }

  /** Returns the stage of the feature in a release, or empty if the release does not have it. */
  static Optional<Step> in(Gate gate, int minor) {
    return of(gate).stream().filter(it -> it.minor() <= minor).reduce((_, last) -> last);
  }

  static boolean isOn(Gate gate, int minor) {
    return in(gate, minor).filter(Step::on).isPresent();
  }

  /** Returns the first stage in which the feature is on by default. */
  static Optional<Step> switchedOn(Gate gate) {
    return of(gate).stream().filter(Step::on).findFirst();
  }
}
