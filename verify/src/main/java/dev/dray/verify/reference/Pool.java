package dev.dray.verify.reference;

import dev.dray.api.resource.device.Counter;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * A pool as one node sees it.
 *
 * @param devices those that the node may be offered, in the order that decides
 * @param published all devices of the pool that count as consumers, on any node
 * @param sets the counters by the name of their set
 * @param dropped the names of sets that are out of view
 */
record Pool(
    PoolName name,
    State state,
    boolean bindingConditions,
    List<EffectiveDevice> devices,
    List<EffectiveDevice> published,
    SortedMap<String, SortedMap<String, Counter>> sets,
    Set<String> dropped) {

  enum State {
    COMPLETE,
    INCOMPLETE,
    INVALID
  }
}
