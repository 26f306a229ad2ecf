package dev.dray.verify.reference;

import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceToleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request, or one of its alternatives, ready to be searched for.
 *
 * @param main the name of the request
 * @param alternative the name of the alternative, if it is one
 * @param all the devices that a request for all of them must have, in order
 */
record Wanted(
    int claim,
    String main,
    Optional<String> alternative,
    DeviceClass deviceClass,
    List<DeviceSelector> selectors,
    long count,
    Optional<List<Offer>> all,
    boolean adminAccess,
    List<DeviceToleration> tolerations,
    Optional<CapacityRequirements> capacity,
    Map<String, String> derived) {

  /** A device and the pool it is in. */
  record Offer(Pool pool, EffectiveDevice device) {}

  /** As results refer to it. */
  String reference() {
    return alternative.map(name -> main + "/" + name).orElse(main);
  }

  /** Whether a list of requests means this one too; the main name means every alternative. */
  boolean isIn(List<String> requests) {
    return requests.contains(main) || requests.contains(reference());
  }
}
