package dev.dray.allocation.request;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceToleration;
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
 * @param sparing whether the least is taken of what is not requested, and not the default
 * @param derived expressions by the names of the attributes that they stand for
 */
public record Alternative(
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
    boolean sparing,
    Map<String, String> derived) {

  /** The same for whoever is content with the least of everything that can be requested. */
  Alternative spared() {
    return new Alternative(
        claim,
        request,
        alternative,
        deviceClass,
        selectors,
        count,
        all,
        admin,
        tolerations,
        capacity,
        true,
        derived);
  }

  /** How results and constraints call it. */
  public String reference() {
    return alternative.isEmpty()
        ? request.name()
        : request.name() + "/" + request.firstAvailable().get(alternative.getAsInt()).name();
  }

  boolean isIn(List<String> names) {
    return names.contains(request.name()) || names.contains(reference());
  }

  /** Whether a device that will do for one will do for the other, constraints aside. */
  public boolean asksSameOfDevices(Alternative other) {
    return deviceClass.equals(other.deviceClass)
        && expressions().equals(other.expressions())
        && all == other.all
        && admin == other.admin
        && tolerations.equals(other.tolerations)
        && capacity.equals(other.capacity)
        && sparing == other.sparing
        && derived.equals(other.derived);
  }

  private List<String> expressions() {
    return selectors.stream().map(Selector::expression).toList();
  }

  /** Whether the selector of a position is one of the class. */
  public boolean isOfClass(int position) {
    return position < deviceClass.spec().selectors().size();
  }

  /** Which selector of a position is meant, in words. */
  String selectorName(int position) {
    int ofClass = deviceClass.spec().selectors().size();
    return position < ofClass
        ? "class %s: selector #%d".formatted(deviceClass.metadata().name(), position)
        : "selector #%d".formatted(position - ofClass);
  }
}
