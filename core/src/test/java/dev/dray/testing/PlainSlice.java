package dev.dray.testing;

import static dev.dray.testing.LargestSlice.listOf;
import static dev.dray.testing.LargestSlice.mapOf;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Optional;

/** A slice as drivers publish them today: many devices, a dozen short entries each, no mixins. */
public final class PlainSlice {
  private static final int ATTRIBUTES = 10;
  private static final int CAPACITIES = 3;

  private PlainSlice() {}

  public static ResourceSlice withDevices(int devices) {
    var spec =
        new ResourceSliceSpec(
            "gpu.example.com",
            new ResourcePool("node-17", 3, 1),
            Optional.of("node-17"),
            Optional.empty(),
            Optional.empty(),
            Optional.of(listOf(devices, PlainSlice::device)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    return new ResourceSlice(ObjectMeta.EMPTY.withName("node-17-gpu.example.com-abcde"), spec);
  }

  private static Device device(int number) {
    return Device.named("gpu-" + number)
        .withAttributes(
            mapOf(ATTRIBUTES, PlainSlice::attributeName, entry -> attribute(number, entry)))
        .withCapacity(mapOf(CAPACITIES, entry -> "capacity" + entry, PlainSlice::capacity));
  }

  private static String attributeName(int entry) {
    return entry == 0 ? "resource.kubernetes.io/pcieRoot" : "attribute" + entry;
  }

  private static DeviceAttribute attribute(int device, int entry) {
    return switch (entry % 4) {
      case 0 -> new DeviceAttribute.StringValue("NVIDIA-A100-SXM4-40GB-" + device);
      case 1 -> new DeviceAttribute.IntValue(device * 1_000L + entry);
      case 2 -> new DeviceAttribute.BoolValue(device % 2 == 0);
      default -> new DeviceAttribute.VersionValue("12.4." + entry);
    };
  }

  private static DeviceCapacity capacity(int entry) {
    return new DeviceCapacity(Quantity.parse((entry + 1) * 40 + "Gi"), Optional.empty());
  }
}
