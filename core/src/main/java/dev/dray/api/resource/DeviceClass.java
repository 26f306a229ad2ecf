package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;

/** A class of devices that claims request by name. */
public record DeviceClass(ObjectMeta metadata, DeviceClassSpec spec) implements ApiObject {
  public DeviceClass {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
  }

  @Override
  public Kind kind() {
    return Kind.DEVICE_CLASS;
  }

  @Override
  public DeviceClass withMetadata(ObjectMeta metadata) {
    return new DeviceClass(metadata, spec);
  }

  public DeviceClass withSpec(DeviceClassSpec spec) {
    return new DeviceClass(metadata, spec);
  }
}
