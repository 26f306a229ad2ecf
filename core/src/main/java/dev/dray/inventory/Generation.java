package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.Device;
import dev.dray.selector.DeviceTable;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The devices of one generation of a pool, for whichever node they are; never changes.
 *
 * <p>Rows have the order that decides: slices by name, devices as listed. Where a node sees as many
 * slices as the pool should have while there are more elsewhere, it has a generation of its own
 * slices alone, as if the others were not there.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Generation {
  private Generation() {}

  public PoolId pool() {
    throw new UnsupportedOperationException();
  }

  /** The number that the driver gave it. */
  public long number() {
    throw new UnsupportedOperationException();
  }

  /** How many devices there are. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  public String name(int row) {
    throw new UnsupportedOperationException();
  }

  /** The first device of this name. */
  public OptionalInt row(String name) {
    throw new UnsupportedOperationException();
  }

  /**
   * Every device of this name: slices for different nodes may use a name more than once, and then
   * whoever has one of them has all.
   */
  public IntStream rows(String name) {
    throw new UnsupportedOperationException();
  }

  /** The effective devices as expressions see them; the rows are the same. */
  public DeviceTable table() {
    throw new UnsupportedOperationException();
  }

  public int traitsNumber(int row) {
    throw new UnsupportedOperationException();
  }

  /** How many different traits the devices have. */
  public int distinctTraits() {
    throw new UnsupportedOperationException();
  }

  public DeviceTraits traits(int number) {
    throw new UnsupportedOperationException();
  }

  /** What the slice of the device says. */
  public SliceTraits slice(int row) {
    throw new UnsupportedOperationException();
  }

  public CounterTable counters() {
    throw new UnsupportedOperationException();
  }

  public Draw draw(int traitsNumber) {
    throw new UnsupportedOperationException();
  }

  /** As the driver published it: nothing included, patched or tainted by rule. */
  public Device published(int row) {
    throw new UnsupportedOperationException();
  }
}
