package dev.dray.api.resource;

import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import java.util.List;

/** Named parts that devices, consumptions and counter sets of the same slice include (KEP-5234). */
public record ResourceSliceMixins(
    List<DeviceMixin> device,
    List<DeviceCounterConsumptionMixin> deviceCounterConsumption,
    List<CounterSetMixin> counterSet) {
  public ResourceSliceMixins {
    device = List.copyOf(device);
    deviceCounterConsumption = List.copyOf(deviceCounterConsumption);
    counterSet = List.copyOf(counterSet);
  }

  public ResourceSliceMixins withDevice(List<DeviceMixin> device) {
    return new ResourceSliceMixins(device, deviceCounterConsumption, counterSet);
  }

  public ResourceSliceMixins withDeviceCounterConsumption(
      List<DeviceCounterConsumptionMixin> deviceCounterConsumption) {
    return new ResourceSliceMixins(device, deviceCounterConsumption, counterSet);
  }

  public ResourceSliceMixins withCounterSet(List<CounterSetMixin> counterSet) {
    return new ResourceSliceMixins(device, deviceCounterConsumption, counterSet);
  }
}
