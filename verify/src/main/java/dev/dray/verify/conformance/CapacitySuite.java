package dev.dray.verify.conformance;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.validation.Validator;

/** The rules of a request policy on one capacity of a device that may be shared. */
final class CapacitySuite implements Suite {

  @Override
  public Outcome run(Case it) {
    boolean fractions = it.json().get("fractionalCapacityRangeGate").asBoolean();
    var gates =
        fractions
            ? Gates.defaults().with(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
            : Gates.defaults().without(Gate.DRA_FRACTIONAL_CAPACITY_RANGE);
    var slice =
        CaseObjects.read(
            """
            {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice",
             "metadata": {"name": "slice"},
             "spec": {
               "driver": "driver.example.com", "allNodes": true,
               "pool": {"name": "pool", "generation": 1, "resourceSliceCount": 1},
               "devices": [
                 {"name": "device", "allowMultipleAllocations": true, "capacity": {"c": %s}}]}}
            """
                .formatted(Cases.text(it.json().get("capacity"))));
    var upstream =
        FieldErrors.of(it.json().get("errors"))
            .renamed("spec.devices.capacity", "spec.devices[0].capacity[c]");
    return Deviations.judge(slice, Validator.with(gates).create(slice), upstream);
  }
}
