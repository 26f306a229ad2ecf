package dev.dray.api.admission;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import java.time.Instant;

/** The admission of device classes, which count generations of their spec. */
record ClassStrategy(Gates gates) implements AdmissionStrategy<DeviceClass> {

  @Override
  public Admitted<DeviceClass> create(DeviceClass written) {
    var first = written.withMetadata(SpecGeneration.first(written.metadata()));
    return ClassFields.ALL.onCreate(written.spec(), SPEC, gates).map(first::withSpec);
  }

  @Override
  public Admitted<DeviceClass> update(DeviceClass written, DeviceClass stored, Instant now) {
    return ClassFields.ALL
        .onUpdate(written.spec(), stored.spec(), SPEC, gates)
        .map(written::withSpec)
        .map(
            left ->
                left.spec().equals(stored.spec())
                    ? left
                    : left.withMetadata(SpecGeneration.next(left.metadata())));
  }
}
