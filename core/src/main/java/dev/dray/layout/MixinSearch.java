package dev.dray.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SequencedSet;

/**
 * A search for mixins: sets of entries that, written once and included by many rows, save the most
 * bytes.
 *
 * <p>A row is what may include mixins: a device, a counter set or the consumption of a device.
 * Equal rows are one row with a count. An entry is a name with one of its values; only entries that
 * occur more than once have a number here.
 *
 * <pre>{@code
 *               model=A  mem=80Gi  mem=40Gi  numa=0  numa=1
 * row 0 (x4)       x         x                  x
 * row 1 (x4)       x         x                          x
 * row 2 (x8)       x                   x        x
 *
 * mixin a: model=A, mem=80Gi    included by rows 0, 1 and also 2, which keeps mem=40Gi
 * mixin b: numa=0               included by rows 0 and 2, if that saves anything
 * }</pre>
 *
 * <p>The search is greedy. Its candidates are the entries that any two rows have in common, every
 * row's own entries, the entries that all rows with a given entry have in common, and the most
 * frequent value of each name that all those rows have. A candidate gains the bytes of the entries
 * that it removes from rows, less its own entries, less what a mixin and each include cost ({@link
 * Prices}). A row includes a mixin only if that saves bytes for the row, and at most eight mixins.
 *
 * <p>The candidate with the largest gain is taken, its entries are crossed out of the rows that
 * include it, and so on while anything is gained. Crossing out makes the other candidates worth
 * less, hardly ever more. So the queue keeps old gains: a candidate is computed again only when it
 * comes first, and goes back unless it is still the best. At that moment it also loses the entries
 * that no more than one row would get rid of.
 *
 * <p>A row may include an entry although it has another value of that name, as long as it keeps its
 * value itself or includes it later: own entries win over included ones, and later includes over
 * earlier ones. So rows that differ in one value need no mixin of their own. At the end mixins with
 * the same rows are merged, unless that would change which value wins.
 *
 * <p>A greedy search can miss the best set of mixins. It cannot make a slice larger, as {@link
 * Compaction} measures the result and keeps the published layout if that is smaller. Neither clock
 * nor randomness is involved, so the same slices always get the same mixins.
 */
final class MixinSearch {
  private static final int MOST_INCLUDES = 8;
  private static final int NONE = -1;

  /**
   * The number of rows beyond which each row is compared only with the rows that follow it closely.
   */
  private static final int MOST_PAIRED = 256;

  private static final int NEIGHBOURS = 64;

  private final int[] weights;
  private final int[] names;
  private final List<Row> rows;
  private final Prices prices;
  private final List<Found> found = new ArrayList<>();

  /**
   * The bytes that mixins and includes cost, apart from the entries.
   *
   * @param mixin a mixin without entries
   * @param firstInclude an empty list of includes
   * @param include one include
   */
  record Prices(int mixin, int firstInclude, int include) {}

  /**
   * A mixin that was found.
   *
   * @param entries the entries of the mixin
   * @param users the rows that include it
   */
  record Found(BitSet entries, BitSet users) {}

  /**
   * The entries of a row.
   *
   * @param entries its entries that occur more than once
   * @param unique the names of its entries that occur only once
   */
  record Content(BitSet entries, BitSet unique) {}

  /** A row of the search, with the entries that no mixin covers so far. */
  private static final class Row {
    final BitSet entries;
    final BitSet unique;
    final BitSet left;
    final int times;
    final int[] byName;

    /**
     * The bits of {@link #left}; like {@link #mayInclude}, kept as words to test many entries at
     * once.
     */
    long[] leftWords;

    long[] mayInclude;

    /** The names of all its entries, unique ones included. */
    final BitSet has;

    int includes;

    Row(Content content, int times, int[] names) {
      this.entries = content.entries();
      this.unique = content.unique();
      this.left = (BitSet) entries.clone();
      this.times = times;
      this.byName = new int[Arrays.stream(names).max().orElse(0) + 1];
      Arrays.fill(byName, NONE);
      this.has = (BitSet) unique.clone();
      for (int entry : entries.stream().toArray()) {
        byName[names[entry]] = entry;
        has.set(names[entry]);
      }
      this.leftWords = left.toLongArray();
      this.mayInclude = mayInclude(names);
    }

    void crossOut(BitSet covered, int[] names) {
      left.andNot(covered);
      leftWords = left.toLongArray();
      mayInclude = mayInclude(names);
      includes++;
    }

    private long[] mayInclude(int[] names) {
      var may = (BitSet) entries.clone();
      for (int entry = 0; entry < names.length; entry++) {
        if (overrides(names[entry])) {
          may.set(entry);
        }
      }
      return may.toLongArray();
    }

    /** Returns whether the row has another value of the name and still keeps it itself. */
    private boolean overrides(int name) {
      return unique.get(name) || (byName[name] != NONE && left.get(byName[name]));
    }

    boolean mayIncludeAll(long[] words) {
      for (int i = 0; i < words.length; i++) {
        if ((words[i] & ~(i < mayInclude.length ? mayInclude[i] : 0)) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  private record Candidate(BitSet entries, long gain, int number) {
    static final Comparator<Candidate> BEST_FIRST =
        Comparator.comparingLong(Candidate::gain).reversed().thenComparingInt(Candidate::number);
  }

  /**
   * Creates a search.
   *
   * @param weights the bytes of each entry
   * @param names the number of each entry's name
   * @param rows the rows, no two of them equal
   * @param times how often each row occurs
   */
  MixinSearch(int[] weights, int[] names, List<Content> rows, List<Integer> times, Prices prices) {
    this.weights = weights;
    this.names = names;
    this.prices = prices;
    this.rows = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      this.rows.add(new Row(rows.get(i), times.get(i), names));
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
      candidates.add(usual(entry));
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

  /** Returns the entries that all rows with the entry have in common. */
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

  /** Returns the most frequent value of each name that all rows with the entry have. */
  private BitSet usual(int entry) {
    var times = new int[weights.length];
    var common = new BitSet();
    common.set(0, rows.getFirst().byName.length);
    for (var row : rows) {
      if (row.entries.get(entry)) {
        row.entries.stream().forEach(it -> times[it] += row.times);
        common.and(row.has);
      }
    }
    var best = new int[rows.getFirst().byName.length];
    Arrays.fill(best, NONE);
    for (int it = 0; it < times.length; it++) {
      int name = names[it];
      if (times[it] > 1 && (best[name] == NONE || times[it] > times[best[name]])) {
        best[name] = it;
      }
    }
    var usual = new BitSet();
    common.stream().filter(name -> best[name] != NONE).forEach(name -> usual.set(best[name]));
    return usual;
  }

  private long gain(BitSet entries) {
    long gain = -(long) prices.mixin() - weight(entries);
    var words = entries.toLongArray();
    for (var row : rows) {
      long saved = saved(row, words);
      gain += saved > 0 ? saved * row.times : 0;
    }
    return gain;
  }

  /**
   * Returns the bytes that including the entries saves in the row, less the cost of the include.
   */
  private long saved(Row row, long[] entries) {
    if (row.includes == MOST_INCLUDES || !row.mayIncludeAll(entries)) {
      return 0;
    }
    long saved = (long) -prices.include() - (row.includes == 0 ? prices.firstInclude() : 0);
    for (int i = Math.min(entries.length, row.leftWords.length) - 1; i >= 0; i--) {
      for (long word = entries[i] & row.leftWords[i]; word != 0; word &= word - 1) {
        saved += weights[i * Long.SIZE + Long.numberOfTrailingZeros(word)];
      }
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

  /** Returns the entries without those that would be crossed out of no more than one row. */
  private BitSet trimmed(BitSet entries) {
    var times = new int[weights.length];
    var words = entries.toLongArray();
    for (var row : rows) {
      if (saved(row, words) > 0) {
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
    var words = entries.toLongArray();
    for (int i = 0; i < rows.size(); i++) {
      var row = rows.get(i);
      if (saved(row, words) > 0) {
        users.set(i);
        row.crossOut(entries, names);
      }
    }
    found.add(new Found(entries, users));
  }

  /** Merges mixins that the same rows include, unless that would change which value wins. */
  private List<Found> merged(List<Found> found) {
    var merged = new ArrayList<Found>();
    for (var each : found) {
      int same = NONE;
      for (int i = 0; i < merged.size(); i++) {
        same = merged.get(i).users().equals(each.users()) ? i : same;
      }
      boolean free =
          same != NONE
              && merged.subList(same, merged.size()).stream().noneMatch(it -> meet(it, each));
      if (free) {
        merged.get(same).entries().or(each.entries());
      } else {
        merged.add(each);
      }
    }
    return merged;
  }

  /** Returns whether both mixins have a value of the same name. */
  private boolean meet(Found one, Found other) {
    var namesOfOne = new BitSet();
    one.entries().stream().forEach(entry -> namesOfOne.set(names[entry]));
    return other.entries().stream().anyMatch(entry -> namesOfOne.get(names[entry]));
  }
}
