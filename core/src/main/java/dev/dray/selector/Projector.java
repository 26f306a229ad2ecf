package dev.dray.selector;

import dev.dray.selector.Form.Source;
import dev.dray.selector.ReadSet.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells the rows of one form apart by what an expression reads of them; for one thread.
 *
 * <p>Most of what is read may be the same for all rows of a form. What is left are a few numbers of
 * each row, and rows with the same numbers form a group.
 */
final class Projector {
  /** Follows all entries of a domain or part, so that those of the next cannot be taken for it. */
  private static final Object END = "end";

  private static final Object MISSING = "missing";

  private final DeviceTable table;

  /** What is read, in an order given by the read set; what differs by row is filled in later. */
  private final List<Object> template = new ArrayList<>();

  /** Which places of the template differ by row, and where rows have the value. */
  private int[] places = new int[4];

  private int[] slots = new int[4];
  private int differing;

  /** Open addressing: a group's number + 1, or 0. */
  private int[] index = new int[16];

  /** A row of each group. */
  private int[] rows = new int[8];

  private int groups;
  private int last;

  Projector(DeviceTable table, Form form, ReadSet reads) {
    this.table = table;
    if (reads.reads(Field.DRIVER)) {
      template.add(form.driver());
    }
    if (reads.reads(Field.ALLOW_MULTIPLE_ALLOCATIONS)) {
      template.add(form.allowMultipleAllocations());
    }
    reads.presences().forEach(domain -> template.add(form.has(domain)));
    reads.entries().forEach(name -> read(form.source(name)));
    if (!reads.isExact()) {
      readWide(form, reads);
    }
  }

  private void readWide(Form form, ReadSet reads) {
    form.sources()
        .forEach(
            (name, source) -> {
              if (reads.reads(name) && !reads.entries().contains(name)) {
                template.add(name);
                read(source);
              }
            });
    template.add(END);
  }

  private void read(Source source) {
    switch (source) {
      case Source.Shared(_, var value) ->
          template.add(value == Form.ABSENT ? MISSING : table.value(value));
      case Source.Own(_, var slot) -> {
        if (differing == slots.length) {
          places = Arrays.copyOf(places, differing * 2);
          slots = Arrays.copyOf(slots, differing * 2);
        }
        places[differing] = template.size();
        slots[differing++] = slot;
        template.add(MISSING);
      }
    }
  }

  /** The number of the row's group; a group that is met first gets the next number. */
  int group(int row) {
    // Neighbours are mostly alike: a driver lists the devices of a model one after the other.
    if (groups > 0 && alike(rows[last], row)) {
      return last;
    }
    last = find(row);
    return last;
  }

  private int find(int row) {
    int mask = index.length - 1;
    int at = hash(row) & mask;
    while (index[at] != 0) {
      if (alike(rows[index[at] - 1], row)) {
        return index[at] - 1;
      }
      at = (at + 1) & mask;
    }
    return add(row, at);
  }

  private int add(int row, int at) {
    if (groups == rows.length) {
      rows = Arrays.copyOf(rows, groups * 2);
    }
    rows[groups++] = row;
    index[at] = groups;
    if (groups * 2 > index.length) {
      grow();
    }
    return groups - 1;
  }

  private void grow() {
    index = new int[index.length * 4];
    for (int group = 0; group < groups; group++) {
      int at = hash(rows[group]) & (index.length - 1);
      while (index[at] != 0) {
        at = (at + 1) & (index.length - 1);
      }
      index[at] = group + 1;
    }
  }

  private int hash(int row) {
    var cells = table.cells();
    int start = table.start(row);
    int hash = 0;
    for (int i = 0; i < differing; i++) {
      hash = hash * 31 + cells[start + slots[i]];
    }
    hash *= 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }

  private boolean alike(int one, int two) {
    var cells = table.cells();
    int first = table.start(one);
    int second = table.start(two);
    for (int i = 0; i < differing; i++) {
      if (cells[first + slots[i]] != cells[second + slots[i]]) {
        return false;
      }
    }
    return true;
  }

  /** What is read of the row, equal to that of another row in whichever table if it is the same. */
  List<Object> projection(int row) {
    var projection = template.toArray();
    for (int i = 0; i < differing; i++) {
      projection[places[i]] = table.value(table.cells()[table.start(row) + slots[i]]);
    }
    return List.of(projection);
  }
}
