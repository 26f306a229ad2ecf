package dev.dray.ledger;

import dev.dray.api.meta.Quantity;
import dev.dray.collection.HashTrie;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The holders of the devices of one pool, by device name, whether these are still published or not.
 *
 * <p>Immutable; a changed copy shares everything unchanged with the original.
 */
public final class PoolUsage {
  /** The usage of a pool of which no claim holds anything. */
  public static final PoolUsage NONE = new PoolUsage(HashTrie.empty(), HashTrie.empty());

  private final HashTrie<String, DeviceUse> devices;

  /** The sums of recorded amounts; a sum of zero is left out, as if it had never been. */
  private final HashTrie<CounterId, Quantity> counters;

  private PoolUsage(HashTrie<String, DeviceUse> devices, HashTrie<CounterId, Quantity> counters) {
    this.devices = devices;
    this.counters = counters;
  }

  /** Returns the holders of the device; empty if there are none. */
  public Optional<DeviceUse> device(String name) {
    return devices.find(name);
  }

  /** Returns every device that claims hold, by name. */
  public SortedMap<String, DeviceUse> devices() {
    var sorted = new TreeMap<String, DeviceUse>();
    devices.forEach(sorted::put);
    return sorted;
  }

  /** Returns the recorded request-driven consumption of a counter, summed over all holders. */
  public Quantity consumed(CounterId counter) {
    return counters.find(counter).orElse(Quantity.ZERO);
  }

  /** Returns every sum of {@link #consumed} that is not zero. */
  public SortedMap<CounterId, Quantity> consumedCounters() {
    var sorted = new TreeMap<CounterId, Quantity>();
    counters.forEach(sorted::put);
    return sorted;
  }

  /** A visitor of changes, in no particular order. */
  interface Changes<K, V> {
    void visit(K key, V before, V after);
  }

  /**
   * Visits every device whose use differs; a device that no claim holds has {@link DeviceUse#NONE}.
   */
  void forEachDeviceChange(PoolUsage after, Changes<String, DeviceUse> changes) {
    devices.forEachChange(
        after.devices,
        (device, old, fresh) ->
            changes.visit(device, old.orElse(DeviceUse.NONE), fresh.orElse(DeviceUse.NONE)));
  }

  /** Visits every recorded sum that differs. */
  void forEachCounterChange(PoolUsage after, Changes<CounterId, Quantity> changes) {
    counters.forEachChange(
        after.counters,
        (counter, old, fresh) ->
            changes.visit(counter, old.orElse(Quantity.ZERO), fresh.orElse(Quantity.ZERO)));
  }

  /** Returns whether no claim holds any device. */
  public boolean isNone() {
    return devices.isEmpty();
  }

  PoolUsage with(List<HeldDevice> added) {
    var changed = this;
    for (var held : added) {
      changed = changed.with(held.device(), held.share());
    }
    return changed;
  }

  private PoolUsage with(String device, AllocatedShare added) {
    var use = devices.find(device).orElse(DeviceUse.NONE).with(added);
    return new PoolUsage(devices.with(device, use), charged(added.consumedCounters(), 1));
  }

  /**
   * Returns the usage without these devices, which must be all that their claim has of this pool.
   */
  PoolUsage without(List<HeldDevice> removed) {
    var changed = this;
    for (var held : removed) {
      changed = changed.without(held.device(), held.share());
    }
    return changed.isNone() ? NONE : changed;
  }

  private PoolUsage without(String device, AllocatedShare removed) {
    var use = devices.find(device).orElse(DeviceUse.NONE).without(removed.holder());
    return new PoolUsage(
        use.isNone() ? devices.without(device) : devices.with(device, use),
        charged(removed.consumedCounters(), -1));
  }

  private HashTrie<CounterId, Quantity> charged(
      Map<String, Map<String, Quantity>> consumed, int times) {
    var changed = counters;
    for (var set : consumed.entrySet()) {
      for (var counter : set.getValue().entrySet()) {
        var id = new CounterId(set.getKey(), counter.getKey());
        var sum = changed.find(id).orElse(Quantity.ZERO).add(counter.getValue().times(times));
        changed = sum.isZero() ? changed.without(id) : changed.with(id, sum);
      }
    }
    return changed;
  }

  /** Compares the devices alone: the sums follow from them. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof PoolUsage that && devices.equals(that.devices));
  }

  @Override
  public int hashCode() {
    return devices.hashCode();
  }

  @Override
  public String toString() {
    return devices() + " " + consumedCounters();
  }
}
