package dev.dray.api.admission;

import static dev.dray.api.admission.GatedUses.ofOptional;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.DeviceClassSpec;
import java.util.List;

/** The gated field of a device class. */
final class ClassFields {
  private ClassFields() {}

  static final GatedFields<DeviceClassSpec> ALL =
      new GatedFields<>(
          List.of(
              new GatedField<>(
                  Gate.DRA_EXTENDED_RESOURCE,
                  ofOptional("extendedResourceName", DeviceClassSpec::extendedResourceName),
                  DeviceClassSpec::withoutExtendedResourceName)));
}
