package dev.dray.allocation;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceRequest;
import dev.dray.api.resource.DeviceToleration;
import dev.dray.selector.Selector;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One way to satisfy a request: one of its alternatives, or all of it if it has none.
 *
 * @param claim the number of the claim among those allocated together
 * @param count how many devices; 0 if all
 * @param selectors those of the class before those of the request
 * @param capacity what is requested of each device, by the names written in the request
 * @param derived expressions by the names of the attributes that they stand for
 */
record Option(
    int claim,
    DeviceRequest request,
    OptionalInt alternative,
    DeviceClass deviceClass,
    List<Selector> selectors,
    int count,
    boolean all,
    boolean admin,
    List<DeviceToleration> tolerations,
    Map<String, Quantity> capacity,
    Map<String, String> derived) {

  /** How results and constraints call it. */
  String reference() {
    return alternative.isEmpty()
        ? request.name()
        : request.name() + "/" + request.firstAvailable().get(alternative.getAsInt()).name();
  }

  boolean isIn(List<String> names) {
    return names.contains(request.name()) || names.contains(reference());
  }

  /** Which selector of a position is meant, in words. */
  String selectorName(int position) {
    int ofClass = deviceClass.spec().selectors().size();
    return position < ofClass
        ? "class %s: selector #%d".formatted(deviceClass.metadata().name(), position)
        : "selector #%d".formatted(position - ofClass);
  }
}
