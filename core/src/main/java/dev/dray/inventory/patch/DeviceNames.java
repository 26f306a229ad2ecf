package dev.dray.inventory.patch;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The names of the devices of a generation, by row; generations with the same names share them. */
public final class DeviceNames {
  private static final int SEARCHED_LINEARLY = 12;
  private static final int[] NO_SLOTS = {};

  private final String[] names;
  private final boolean distinct;

  /**
   * A hash index with open addressing: a row + 1, or 0 for a free slot. Empty if there are few
   * names. Of equal names the first row is found.
   */
  private final int[] slots;

  public DeviceNames(List<String> names) {
    this.names = names.toArray(String[]::new);
    distinct = new HashSet<>(names).size() == names.size();
    slots = names.size() <= SEARCHED_LINEARLY ? NO_SLOTS : index(this.names);
  }

  private static int[] index(String[] names) {
    var slots = new int[Integer.highestOneBit(names.length) * 4];
    for (int row = 0; row < names.length; row++) {
      int slot = slotOf(names[row], slots);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = row + 1;
    }
    return slots;
  }

  private static int slotOf(String name, int[] slots) {
    int hash = name.hashCode();
    return (hash ^ (hash >>> 16)) & (slots.length - 1);
  }

  public int size() {
    return names.length;
  }

  public String name(int row) {
    return names[row];
  }

  /** Returns whether no name occurs twice. */
  public boolean distinct() {
    return distinct;
  }

  /** Returns the first row of the name, or -1. */
  public int row(String name) {
    if (slots.length == 0) {
      return Arrays.asList(names).indexOf(name);
    }
    int slot = slotOf(name, slots);
    while (slots[slot] != 0) {
      int row = slots[slot] - 1;
      if (names[row].equals(name)) {
        return row;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return -1;
  }

  public IntStream rows(String name) {
    if (distinct) {
      int row = row(name);
      return row < 0 ? IntStream.empty() : IntStream.of(row);
    }
    return IntStream.range(0, names.length).filter(row -> names[row].equals(name));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeviceNames that && Arrays.equals(names, that.names);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(names);
  }

  @Override
  public String toString() {
    return Arrays.toString(names);
  }
}
