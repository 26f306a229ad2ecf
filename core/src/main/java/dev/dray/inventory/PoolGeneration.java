package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.inventory.patch.DeviceNames;
import dev.dray.selector.DeviceTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The devices of one generation of a pool, whichever nodes can use them; immutable.
 *
 * <p>Rows are in deciding order: slices by name, devices as listed. Slices say how many there are
 * in the generation. If more are published, and exactly that many are for a node, the node gets a
 * generation of its own slices alone ({@link #only}), as if those for other nodes did not exist.
 */
public final class PoolGeneration {
  private static final int[] NO_STARTS = {};

  private final PoolId pool;
  private final long number;
  private final List<Slice> slices;

  /** The first row of each slice; empty if there is one slice. */
  private final int[] starts;

  private final DeviceNames deviceNames;
  private final DeviceTraitsTable traits;
  private final DeviceTable table;

  PoolGeneration(
      List<Slice> slices, DeviceNames deviceNames, DeviceTraitsTable traits, DeviceTable table) {
    this.pool = slices.getFirst().pool();
    this.number = slices.getFirst().number();
    this.slices = List.copyOf(slices);
    this.starts = slices.size() == 1 ? NO_STARTS : starts(slices);
    this.deviceNames = deviceNames;
    this.traits = traits;
    this.table = table;
  }

  private static int[] starts(List<Slice> slices) {
    var starts = new int[slices.size()];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + slices.get(i - 1).size();
    }
    return starts;
  }

  public PoolId pool() {
    return pool;
  }

  /** Returns the generation number that the driver gave. */
  public long number() {
    return number;
  }

  /**
   * Returns the identity of everything but names and attributes: the same object for pools of equal
   * nodes.
   */
  public Object kind() {
    return traits;
  }

  /** Returns the number of devices. */
  public int size() {
    return traits.size();
  }

  public String name(int row) {
    return deviceNames.name(row);
  }

  /** Returns the first device of this name. */
  public OptionalInt row(String name) {
    int row = deviceNames.row(name);
    return row < 0 ? OptionalInt.empty() : OptionalInt.of(row);
  }

  /**
   * Returns every device of this name. Slices for different nodes may use a name more than once,
   * and then whoever holds one of these devices holds all.
   */
  public IntStream rows(String name) {
    return deviceNames.rows(name);
  }

  /** Returns the merged devices as expressions see them; the rows are the same. */
  public DeviceTable table() {
    return table;
  }

  public int traitsNumber(int row) {
    return traits.traitsNumber(row);
  }

  /** Returns the number of distinct traits. */
  public int distinctTraits() {
    return traits.traits().size();
  }

  public DeviceTraits traits(int number) {
    return traits.traits().get(number);
  }

  /**
   * Returns whether its budgets are the same from the viewpoint of every node: no name stands for
   * two things, and there are no more slices than there should be, so that none is passed over.
   */
  public boolean isUnambiguous() {
    return deviceNames.distinct()
        && traits.duplicateSet().isEmpty()
        && traits.faults().isEmpty()
        && slices.stream().allMatch(slice -> slices.size() <= slice.count());
  }

  /** Returns whether any slice says that node operations are to be skipped. */
  public boolean skipsNodeOperations() {
    for (var slice : slices) {
      if (!slice.traits().skipNodeOperations().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Returns what the slice of the device says. */
  public SliceTraits slice(int row) {
    return slices.get(sliceOf(row)).traits();
  }

  /**
   * Returns the last slice that starts at or before the row: any earlier one that starts there too
   * is empty.
   */
  private int sliceOf(int row) {
    if (starts.length == 0) {
      return 0;
    }
    int low = 0;
    int high = starts.length;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= row) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public CounterTable counters() {
    return traits.counters();
  }

  /** Returns why nothing can be consumed from the counter set, although it is published. */
  public Optional<Hidden> droppedSet(String name) {
    return traits.droppedSet(name);
  }

  public CounterDraw draw(int traitsNumber) {
    return traits.draw(traitsNumber);
  }

  /** Returns the device as the driver published it: mixins, patches and rules not merged in. */
  public Device published(int row) {
    return traits
        .prototype(row)
        .device()
        .withName(deviceNames.name(row))
        .withAttributes(table.ownAttributes(row));
  }

  /**
   * Returns the capacities that the driver published for the device, under the names it gave them.
   */
  public Map<String, DeviceCapacity> publishedCapacity(int row) {
    return traits.prototype(row).device().capacity();
  }

  /** Returns the capacities of the device before patches, by shortest spelling. */
  public Map<String, DeviceCapacity> unpatchedCapacity(int row) {
    var mixins = slices.get(sliceOf(row)).mixins().devices();
    return mixins.capacity(traits.prototype(row).device());
  }

  /** Returns the slices, by name. */
  List<Slice> slices() {
    return slices;
  }

  int start(int slice) {
    return starts.length == 0 ? 0 : starts[slice];
  }

  List<Device> devices(int slice) {
    var devices = new ArrayList<Device>();
    for (int i = 0; i < slices.get(slice).size(); i++) {
      devices.add(published(start(slice) + i));
    }
    return devices;
  }

  DeviceNames names() {
    return deviceNames;
  }

  DeviceTraitsTable traitsTable() {
    return traits;
  }

  /** Returns a generation of these slices alone. */
  PoolGeneration only(List<Integer> kept) {
    var rows = IntStream.builder();
    var keptSlices = new ArrayList<Slice>();
    var parts = new ArrayList<DeviceTraitsTable.Part>();
    for (int slice : kept) {
      keptSlices.add(slices.get(slice));
      parts.add(traits.key().parts().get(slice));
      IntStream.range(start(slice), start(slice) + slices.get(slice).size()).forEach(rows::add);
    }
    var chosen = rows.build().toArray();
    var keptNames = Arrays.stream(chosen).mapToObj(deviceNames::name).toList();
    return new PoolGeneration(
        keptSlices, new DeviceNames(keptNames), traits.only(parts), table.select(chosen));
  }
}
