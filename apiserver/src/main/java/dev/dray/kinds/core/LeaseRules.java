package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.TreeRules;
import java.util.List;

/** The rules of leases. */
public final class LeaseRules implements TreeRules {
  private static final FieldPath SPEC = FieldPath.of("spec");

  @Override
  public List<String> writtenIfEmpty() {
    return List.of("spec");
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    var duration = object.number("spec", "leaseDurationSeconds");
    var found =
        duration.isPresent() && duration.get() <= 0
            ? Violations.of(
                Violation.invalid(
                    SPEC.child("leaseDurationSeconds"), duration.get(), "must be greater than 0"))
            : Violations.NONE;
    return found.and(
        FieldMistakes.notNegative(
            object.number("spec", "leaseTransitions"), SPEC.child("leaseTransitions")));
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  /** Returns false: a writer of a lease must have seen who holds it. */
  @Override
  public boolean updatesUnconditionally() {
    return false;
  }
}
