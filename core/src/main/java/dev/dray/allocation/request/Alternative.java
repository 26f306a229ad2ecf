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
 * One way to satisfy a request: its {@code exactly}, or an entry of its {@code firstAvailable}.
 *
 * @param claim the number of the claim among those allocated together
 * @param alternative the index in {@code firstAvailable}; empty for {@code exactly}
 * @param count the number of devices; 0 for mode All
 * @param selectors those of the class before those of the request
 * @param capacity the amounts requested of each device, by the names written in the request
 * @param sparing whether capacity that is not requested is charged at its least instead of its
 *     default
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

  /** Returns the same alternative charged at the least of everything that is not requested. */
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

  /** Returns the name in results and constraints: {@code main} or {@code main/sub}. */
  public String reference() {
    return alternative.isEmpty()
        ? request.name()
        : request.name() + "/" + request.firstAvailable().get(alternative.getAsInt()).name();
  }

  boolean isIn(List<String> names) {
    return names.contains(request.name()) || names.contains(reference());
  }

  /** Returns whether both accept the same devices, constraints aside. */
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

  /** Returns whether the selector at a position is one of the class. */
  public boolean isOfClass(int position) {
    return position < deviceClass.spec().selectors().size();
  }

  /** Returns the name of the selector at a position, for messages. */
  String selectorName(int position) {
    int ofClass = deviceClass.spec().selectors().size();
    return position < ofClass
        ? "class %s: selector #%d".formatted(deviceClass.metadata().name(), position)
        : "selector #%d".formatted(position - ofClass);
  }
}
