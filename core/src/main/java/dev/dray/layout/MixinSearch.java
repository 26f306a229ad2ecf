package dev.dray.layout;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SequencedSet;

/**
 * Finds sets of entries that many rows have, so that writing each once saves the most bytes.
 *
 * <p>The candidates are what any two rows have in common, and what all rows with some entry have in
 * common. The one that saves most is taken, what it covers is crossed out, and so on while anything
 * saves. Crossing out makes a candidate worth less, hardly ever more: so the others are looked at
 * again only when they come first in the queue. Neither clock nor chance is involved, and equal
 * rows count as one, so the same slices always come to the same mixins.
 */
final class MixinSearch {
  private static final int MOST_INCLUDES = 8;

  /** Beyond that many rows only neighbours are compared. */
  private static final int MOST_PAIRED = 256;

  private static final int NEIGHBOURS = 64;

  private final int[] weights;
  private final List<Row> rows;
  private final Prices prices;
  private final List<Found> found = new ArrayList<>();

  /**
   * What things cost in bytes, apart from the entries.
   *
   * @param mixin a mixin without entries
   * @param firstInclude a list of includes, without any
   * @param include one of them
   */
  record Prices(int mixin, int firstInclude, int include) {}

  /**
   * A set of entries for some rows.
   *
   * @param users the rows
   */
  record Found(BitSet entries, BitSet users) {}

  /** Rows that have the same entries. */
  private static final class Row {
    final BitSet entries;
    final BitSet left;
    final int times;
    int includes;

    Row(BitSet entries, int times) {
      this.entries = entries;
      this.left = (BitSet) entries.clone();
      this.times = times;
    }
  }

  private record Candidate(BitSet entries, long gain, int number) {
    static final Comparator<Candidate> BEST_FIRST =
        Comparator.comparingLong(Candidate::gain).reversed().thenComparingInt(Candidate::number);
  }

  /**
   * @param weights the bytes of each entry
   * @param rows the entries of each row, no two the same
   * @param times how often there is each row
   */
  MixinSearch(int[] weights, List<BitSet> rows, List<Integer> times, Prices prices) {
    this.weights = weights;
    this.prices = prices;
    this.rows = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      this.rows.add(new Row(rows.get(i), times.get(i)));
    }
  }

  List<Found> find() {
    var queue = new PriorityQueue<>(Candidate.BEST_FIRST);
    int number = 0;
    for (var entries : candidates()) {
      add(new Candidate(entries, gain(entries), number++), queue);
    }
    while (!queue.isEmpty()) {
      var best = queue.poll();
      var trimmed = trimmed(best.entries());
      var now = new Candidate(trimmed, gain(trimmed), best.number());
      if (queue.isEmpty() || now.gain() >= queue.peek().gain()) {
        if (now.gain() > 0) {
          take(trimmed);
        }
      } else {
        add(now, queue);
      }
    }
    return merged(found);
  }

  private static void add(Candidate candidate, PriorityQueue<Candidate> queue) {
    if (candidate.gain() > 0) {
      queue.add(candidate);
    }
  }

  private SequencedSet<BitSet> candidates() {
    var candidates = new LinkedHashSet<BitSet>();
    for (int entry = 0; entry < weights.length; entry++) {
      candidates.add(closure(entry));
    }
    int reach = rows.size() <= MOST_PAIRED ? rows.size() : NEIGHBOURS;
    for (int i = 0; i < rows.size(); i++) {
      candidates.add(rows.get(i).entries);
      for (int j = i + 1; j < Math.min(rows.size(), i + reach); j++) {
        var common = (BitSet) rows.get(i).entries.clone();
        common.and(rows.get(j).entries);
        candidates.add(common);
      }
    }
    candidates.removeIf(BitSet::isEmpty);
    return candidates;
  }

  /** What all rows with the entry have. */
  private BitSet closure(int entry) {
    var common = new BitSet();
    boolean first = true;
    for (var row : rows) {
      if (row.entries.get(entry)) {
        if (first) {
          common.or(row.entries);
          first = false;
        } else {
          common.and(row.entries);
        }
      }
    }
    return common;
  }

  private long gain(BitSet entries) {
    long gain = -(long) prices.mixin() - weight(entries);
    for (var row : rows) {
      long saved = saved(row, entries);
      gain += saved > 0 ? saved * row.times : 0;
    }
    return gain;
  }

  /** What it saves to include the entries in the row, less what that costs. */
  private long saved(Row row, BitSet entries) {
    if (row.includes == MOST_INCLUDES) {
      return 0;
    }
    long saved = (long) -prices.include() - (row.includes == 0 ? prices.firstInclude() : 0);
    for (int it = entries.nextSetBit(0); it >= 0; it = entries.nextSetBit(it + 1)) {
      if (!row.entries.get(it)) {
        return 0;
      }
      saved += row.left.get(it) ? weights[it] : 0;
    }
    return saved;
  }

  private long weight(BitSet entries) {
    long weight = 0;
    for (int entry = entries.nextSetBit(0); entry >= 0; entry = entries.nextSetBit(entry + 1)) {
      weight += weights[entry];
    }
    return weight;
  }

  /** Without the entries that would be crossed out of no more than one row. */
  private BitSet trimmed(BitSet entries) {
    var times = new int[weights.length];
    for (var row : rows) {
      if (saved(row, entries) > 0) {
        for (int it = entries.nextSetBit(0); it >= 0; it = entries.nextSetBit(it + 1)) {
          times[it] += row.left.get(it) ? row.times : 0;
        }
      }
    }
    var trimmed = (BitSet) entries.clone();
    for (int it = entries.nextSetBit(0); it >= 0; it = entries.nextSetBit(it + 1)) {
      if (times[it] <= 1) {
        trimmed.clear(it);
      }
    }
    return trimmed;
  }

  private void take(BitSet entries) {
    var users = new BitSet();
    for (int i = 0; i < rows.size(); i++) {
      var row = rows.get(i);
      if (saved(row, entries) > 0) {
        users.set(i);
        row.left.andNot(entries);
        row.includes++;
      }
    }
    found.add(new Found(entries, users));
  }

  /** Those that the same rows include are one. */
  private static List<Found> merged(List<Found> found) {
    var merged = new ArrayList<Found>();
    for (var each : found) {
      var same = merged.stream().filter(it -> it.users().equals(each.users())).findFirst();
      same.ifPresentOrElse(it -> it.entries().or(each.entries()), () -> merged.add(each));
    }
    return merged;
  }
}
