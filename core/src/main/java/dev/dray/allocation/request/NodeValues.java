package dev.dray.allocation.request;

import dev.dray.allocation.search.SetTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The attribute values of a node's devices, numbered in the order in which they occur, so that
 * nodes which differ in nothing but the values themselves have equal problems.
 */
final class NodeValues {
  /** Numbers up to this many are searched one by one, which beats hashing. */
  private static final int FEW = 16;

  private final AllocationRequest.ValueSets all;
  private final SetTable sets;
  private final Numbering elements = new Numbering();

  /** The sets met so far; {@link #locals} has their numbers on this node. */
  private final Numbering met = new Numbering();

  private int[] locals = new int[8];

  NodeValues(AllocationRequest.ValueSets all, SetTable sets) {
    this.all = all;
    this.sets = sets;
  }

  int elements() {
    return elements.size;
  }

  /**
   * Returns the number on this node of a value set of the request; negative markers stay as they
   * are.
   */
  int local(int set) {
    if (set < 0) {
      return set;
    }
    int before = met.size;
    int number = met.of(set);
    if (number == before) {
      if (number == locals.length) {
        locals = Arrays.copyOf(locals, number * 2);
      }
      locals[number] = add(set);
    }
    return locals[number];
  }

  private int add(int set) {
    var members = all.elements(set).clone();
    for (int i = 0; i < members.length; i++) {
      members[i] = elements.of(members[i]);
    }
    return sets.of(members);
  }

  /** A numbering of other numbers as 0, 1, 2… in the order in which they come. */
  private static final class Numbering {
    private int[] first = new int[FEW];
    private final Map<Integer, Integer> others = new HashMap<>(0);
    private int size;

    int of(int number) {
      for (int i = 0; i < Math.min(size, FEW); i++) {
        if (first[i] == number) {
          return i;
        }
      }
      if (size < FEW) {
        first[size] = number;
        return size++;
      }
      var known = others.putIfAbsent(number, size);
      return known == null ? size++ : known;
    }
  }
}
