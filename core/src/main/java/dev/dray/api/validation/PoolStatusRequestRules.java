package dev.dray.api.validation;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.PartitionTypeStatus;
import dev.dray.api.resource.PoolStatus;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourcePoolStatusRequestSpec;
import dev.dray.api.resource.ResourcePoolStatusRequestStatus;
import dev.dray.api.resource.ShareableCapacityStatus;
import dev.dray.api.resource.ShareableSummaryStatus;
import dev.dray.api.validation.meta.ConditionRules;
import dev.dray.api.validation.meta.MetadataRules;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.Optional;

/** The rules for requests for a summary of pools, and for the answers. */
record PoolStatusRequestRules(Gates gates) {
  private static final int LIMIT_MAX = 1000;
  private static final int POOLS_MAX = 1000;
  private static final int CONDITIONS_MAX = 10;
  private static final int SUMMARY_MAX = 32;
  private static final int ERROR_MAX = 256;
  private static final FieldPath SPEC = FieldPath.of("spec");
  private static final FieldPath STATUS = FieldPath.of("status");

  Violations create(ResourcePoolStatusRequest request) {
    return MetadataRules.create(request.metadata(), request.kind()).and(spec(request.spec()));
  }

  Violations update(ResourcePoolStatusRequest request, ResourcePoolStatusRequest old) {
    return MetadataRules.update(request.metadata(), old.metadata(), request.kind())
        .and(RuleChecks.immutable(request.spec(), old.spec(), SPEC, "null"))
        .and(statusChange(request, old));
  }

  /** Checks the answer, which is given once and cannot change after that. */
  Violations updateStatus(ResourcePoolStatusRequest request, ResourcePoolStatusRequest old) {
    return MetadataRules.update(request.metadata(), old.metadata(), request.kind())
        .and(statusChange(request, old));
  }

  private static Violations statusChange(
      ResourcePoolStatusRequest request, ResourcePoolStatusRequest old) {
    if (request.status().equals(old.status())) {
      return Violations.NONE;
    }
    var answer = request.status().map(PoolStatusRequestRules::status).orElse(Violations.NONE);
    if (old.status().isPresent()) {
      return RuleChecks.immutable(request.status(), old.status(), STATUS, "null").and(answer);
    }
    return answer.and(
        request
            .status()
            .map(
                status ->
                    ConditionRules.conditions(status.conditions(), STATUS.child("conditions")))
            .orElse(Violations.NONE));
  }

  private Violations spec(ResourcePoolStatusRequestSpec spec) {
    return NameRules.longNameCaseless(spec.driver(), SPEC.child("driver"))
        .and(
            spec.poolName()
                .map(name -> NameRules.segmentedPoolName(name, SPEC.child("poolName")))
                .orElse(Violations.NONE))
        .and(limit(spec.limit(), SPEC.child("limit")))
        .and(
            spec.defaultPartitionTypeAttribute()
                .map(name -> partitionType(name, SPEC.child("defaultPartitionTypeAttribute")))
                .orElse(Violations.NONE));
  }

  private static Violations limit(Optional<Integer> limit, FieldPath at) {
    if (limit.isPresent() && limit.get() > LIMIT_MAX) {
      return Violations.of(
          Violation.invalid(at, limit.get(), "must be less than or equal to " + LIMIT_MAX)
              .by("maximum"));
    }
    return count(limit, 1, at);
  }

  private Violations partitionType(String name, FieldPath at) {
    return gates.enabled(Gate.DRA_PARTITIONABLE_DEVICES_TYPE)
        ? NameRules.fullyQualifiedName(name, at)
        : Violations.of(
            Violation.forbidden(at, "")
                .hint("the feature gate DRAPartitionableDevicesType is disabled"));
  }

  private static Violations status(ResourcePoolStatusRequestStatus status) {
    return count(status.poolCount(), 0, STATUS.child("poolCount"))
        .and(
            RuleChecks.list(
                status.pools(), POOLS_MAX, STATUS.child("pools"), PoolStatusRequestRules::pool))
        .and(
            RuleChecks.tooMany(
                status.conditions().size(), CONDITIONS_MAX, STATUS.child("conditions")));
  }

  private static Violations pool(PoolStatus pool, FieldPath at) {
    var name = at.child("poolName");
    return NameRules.longNameCaseless(pool.driver(), at.child("driver"))
        .and(
            pool.poolName().isEmpty()
                ? RuleChecks.required(name)
                : NameRules.segmentedPoolName(pool.poolName(), name))
        .and(generation(pool.generation(), at.child("generation")))
        .and(counts(pool, at))
        .and(
            pool.nodeName()
                .map(node -> NameRules.longName(node, at.child("nodeName")))
                .orElse(Violations.NONE))
        .and(
            pool.validationError()
                .map(error -> RuleChecks.maxBytes(error, ERROR_MAX, at.child("validationError")))
                .orElse(Violations.NONE))
        .and(
            RuleChecks.set(
                pool.partitionSummary(),
                SUMMARY_MAX,
                at.child("partitionSummary"),
                PoolStatusRequestRules::partition,
                each -> each.attribute() + "\n" + each.type()))
        .and(
            pool.shareableSummary()
                .map(summary -> shareable(summary, at.child("shareableSummary")))
                .orElse(Violations.NONE));
  }

  /** Checks the generation. Upstream requires one and cannot tell 0 from none. */
  private static Violations generation(long generation, FieldPath at) {
    return generation == 0 ? RuleChecks.required(at) : minimum(generation, 0, at);
  }

  private static Violations counts(PoolStatus pool, FieldPath at) {
    return optionalCount(pool.resourceSliceCount(), 1, at.child("resourceSliceCount"))
        .and(optionalCount(pool.totalDevices(), 0, at.child("totalDevices")))
        .and(optionalCount(pool.allocatedDevices(), 0, at.child("allocatedDevices")))
        .and(optionalCount(pool.availableDevices(), 0, at.child("availableDevices")))
        .and(optionalCount(pool.unavailableDevices(), 0, at.child("unavailableDevices")));
  }

  private static Violations partition(PartitionTypeStatus partition, FieldPath at) {
    return required(partition.attribute(), at.child("attribute"))
        .and(required(partition.type(), at.child("type")))
        .and(count(partition.total(), 0, at.child("total")))
        .and(count(partition.allocatable(), 0, at.child("allocatable")));
  }

  private static Violations shareable(ShareableSummaryStatus summary, FieldPath at) {
    return count(summary.fullyAvailableDevices(), 0, at.child("fullyAvailableDevices"))
        .and(count(summary.partiallyAvailableDevices(), 0, at.child("partiallyAvailableDevices")))
        .and(
            RuleChecks.list(
                summary.capacity(),
                SUMMARY_MAX,
                at.child("capacity"),
                PoolStatusRequestRules::capacity));
  }

  private static Violations capacity(ShareableCapacityStatus capacity, FieldPath at) {
    return required(capacity.name(), at.child("name"))
        .and(required(capacity.total(), at.child("total")))
        .and(required(capacity.consumed(), at.child("consumed")))
        .and(required(capacity.available(), at.child("available")));
  }

  private static Violations required(String value, FieldPath at) {
    return value.isEmpty() ? RuleChecks.required(at) : Violations.NONE;
  }

  private static Violations required(Optional<?> value, FieldPath at) {
    return value.isEmpty() ? RuleChecks.required(at) : Violations.NONE;
  }

  private static Violations count(Optional<Integer> count, int min, FieldPath at) {
    return count.isEmpty() ? RuleChecks.required(at) : minimum(count.get(), min, at);
  }

  private static Violations optionalCount(Optional<Integer> count, int min, FieldPath at) {
    return count.isEmpty() ? Violations.NONE : minimum(count.get(), min, at);
  }

  private static Violations minimum(long value, int min, FieldPath at) {
    return value >= min
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(at, value, "must be greater than or equal to " + min).by("minimum"));
  }
}
