package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.validation.meta.MetadataRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.HashSet;
import java.util.Optional;

/** The rules for the status of a claim: its consumers, its allocation, and what drivers report. */
final class StatusRules {
  private static final int CONSUMERS_MAX = 256;
  private static final FieldPath STATUS = FieldPath.of("status");

  private StatusRules() {}

  static Violations update(ResourceClaim claim, ResourceClaim old) {
    var status = claim.status();
    return MetadataRules.update(claim.metadata(), old.metadata(), claim.kind())
        .and(
            RuleChecks.set(
                status.reservedFor(),
                CONSUMERS_MAX,
                STATUS.child("reservedFor"),
                StatusRules::consumer,
                ResourceClaimConsumerReference::uid))
        .and(DeviceStatusRules.devices(status, STATUS.child("devices")))
        .and(reservation(claim, old.status()))
        .and(allocation(claim, old.status().allocation()));
  }

  private static Violations consumer(ResourceClaimConsumerReference consumer, FieldPath at) {
    return required(consumer.resource(), at.child("resource"))
        .and(required(consumer.name(), at.child("name")))
        .and(required(consumer.uid(), at.child("uid")));
  }

  private static Violations required(String value, FieldPath at) {
    return value.isEmpty() ? RuleChecks.required(at) : Violations.NONE;
  }

  private static Violations reservation(ResourceClaim claim, ResourceClaimStatus old) {
    var consumers = claim.status().reservedFor();
    var at = STATUS.child("reservedFor");
    if (consumers.isEmpty()) {
      return Violations.NONE;
    }
    if (claim.status().allocation().isEmpty()) {
      return Violations.of(
          Violation.forbidden(at, "may not be specified when `allocated` is not set")
              .by("dependentForbidden"));
    }
    boolean deleted = claim.metadata().deletionTimestamp().isPresent();
    return deleted && !new HashSet<>(old.reservedFor()).containsAll(consumers)
        ? Violations.of(
            Violation.forbidden(
                    at,
                    "new entries may not be added while `deallocationRequested` or"
                        + " `deletionTimestamp` are set")
                .by("deleted"))
        : Violations.NONE;
  }

  /** Checks an allocation if it is new; a stored one was checked by the rules of its time. */
  private static Violations allocation(ResourceClaim claim, Optional<AllocationResult> old) {
    var allocation = claim.status().allocation();
    var at = STATUS.child("allocation");
    if (allocation.isEmpty()) {
      return Violations.NONE;
    }
    if (old.isEmpty()) {
      var names = RequestNames.of(claim.spec().devices());
      return new AllocationRules(names).allocation(allocation.get(), at);
    }
    return allocation.equals(old)
        ? Violations.NONE
        : Violations.of(
            Violation.invalidShown(at, "null", "field cannot be modified once set").by("update"));
  }
}
