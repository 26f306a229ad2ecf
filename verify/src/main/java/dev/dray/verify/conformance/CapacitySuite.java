package dev.dray.verify.conformance;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.validation.Validator;

/** The rules of a request policy on one capacity, errors relative to it. */
final class CapacitySuite implements Suite {
  private static final FieldPath AT = FieldPath.of("spec", "devices", "capacity");

  @Override
  public Outcome run(Case it) {
    boolean fractions = it.json().get("fractionalCapacityRangeGate").asBoolean();
    var gates =
        fractions
            ? Gates.defaults().with(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
            : Gates.defaults().without(Gate.DRA_FRACTIONAL_CAPACITY_RANGE);
    var capacity = CasePolicies.capacity(it.json().get("capacity"));
    return FieldErrors.of(Validator.with(gates).sharedCapacity(capacity, AT))
        .comparedWith(FieldErrors.of(it.json().get("errors")));
  }
}
