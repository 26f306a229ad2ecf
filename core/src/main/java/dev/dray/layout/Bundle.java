package dev.dray.layout;

import dev.dray.layout.MixinSearch.Prices;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Things with entries, split into mixins and the entries that each thing keeps. A thing is a
 * device, a counter set or a counter consumption.
 *
 * @param mixins the entries of each mixin, by name
 * @param includes for each thing, the mixins it includes
 * @param own for each thing, the entries it keeps
 */
record Bundle(
    SequencedMap<String, List<Bundle.Entry>> mixins,
    List<List<String>> includes,
    List<List<Bundle.Entry>> own) {

  /**
   * A named value as it is written.
   *
   * @param section the field it is in: attributes, capacity or counters
   * @param json the JSON of the value; two values are the same if their JSON is
   */
  record Entry(String section, String name, String json) {
    /** Returns the size with the quotes of the name, a colon and a comma. */
    int bytes() {
      return name.length() + json.length() + 4;
    }
  }

  /**
   * Finds the mixins.
   *
   * @param things for each thing, the entries that may go into mixins
   */
  static Bundle of(List<List<Entry>> things, Prices prices) {
    var numbers = frequent(things);
    var names = new Names();
    var rows = new LinkedHashMap<MixinSearch.Content, List<Integer>>();
    for (int i = 0; i < things.size(); i++) {
      var entries = new BitSet();
      var unique = new BitSet();
      for (var entry : things.get(i)) {
        var number = numbers.get(entry);
        if (number == null) {
          unique.set(names.of(entry));
        } else {
          entries.set(number);
        }
      }
      rows.computeIfAbsent(new MixinSearch.Content(entries, unique), _ -> new ArrayList<>()).add(i);
    }
    var entries = List.copyOf(numbers.keySet());
    var found =
        new MixinSearch(
                entries.stream().mapToInt(Entry::bytes).toArray(),
                entries.stream().mapToInt(names::of).toArray(),
                List.copyOf(rows.keySet()),
                rows.values().stream().map(List::size).toList(),
                prices)
            .find();
    return new Writing(things, entries, List.copyOf(rows.values()), found).bundle();
  }

  /** The numbers of entry names. */
  private static final class Names {
    private final Map<String, Integer> numbers = new HashMap<>();

    int of(Entry entry) {
      var name = entry.section() + " " + entry.name();
      return numbers.computeIfAbsent(name, _ -> numbers.size());
    }
  }

  private static final Comparator<String> BY_LENGTH =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** Returns the entries that occur more than once, with their numbers. */
  private static SequencedMap<Entry, Integer> frequent(List<List<Entry>> things) {
    var times = new LinkedHashMap<Entry, Integer>();
    things.forEach(entries -> entries.forEach(it -> times.merge(it, 1, Integer::sum)));
    var numbers = new LinkedHashMap<Entry, Integer>();
    times.forEach(
        (entry, count) -> {
          if (count > 1) {
            numbers.put(entry, numbers.size());
          }
        });
    return numbers;
  }

  /**
   * The conversion of the mixins that were found to a bundle; the shortest names go to those
   * included most.
   */
  private record Writing(
      List<List<Entry>> things,
      List<Entry> entries,
      List<List<Integer>> rows,
      List<MixinSearch.Found> found) {

    Bundle bundle() {
      var includes = new ArrayList<List<String>>();
      var own = new ArrayList<SequencedSet<Entry>>();
      for (var thing : things) {
        includes.add(new ArrayList<>());
        own.add(new LinkedHashSet<>(thing));
      }
      var names = names();
      // In the order in which they were found: a later include wins.
      for (int i = 0; i < found.size(); i++) {
        var name = names.get(i);
        var content = content(i);
        for (int row : found.get(i).users().stream().toArray()) {
          for (int thing : rows.get(row)) {
            includes.get(thing).add(name);
            content.forEach(own.get(thing)::remove);
          }
        }
      }
      var mixins = new TreeMap<String, List<Entry>>(BY_LENGTH);
      for (int i = 0; i < found.size(); i++) {
        mixins.put(names.get(i), content(i));
      }
      return new Bundle(mixins, includes, own.stream().map(List::copyOf).toList());
    }

    private List<Entry> content(int number) {
      return found.get(number).entries().stream().mapToObj(entries::get).toList();
    }

    /** Returns the name of each mixin. */
    private List<String> names() {
      var byUse =
          IntStream.range(0, found.size())
              .boxed()
              .sorted(Comparator.comparingLong((Integer it) -> uses(found.get(it))).reversed())
              .toList();
      var names = new String[found.size()];
      for (int i = 0; i < names.length; i++) {
        names[byUse.get(i)] = name(i);
      }
      return List.of(names);
    }

    private long uses(MixinSearch.Found each) {
      return each.users().stream().mapToLong(row -> rows.get(row).size()).sum();
    }

    /** Returns a to z, then aa and so on. */
    private static String name(int number) {
      var letter = String.valueOf((char) ('a' + number % 26));
      return number < 26 ? letter : name(number / 26 - 1) + letter;
    }
  }

  /** Returns the values of the entries in one section, by name. */
  static <V> Map<String, V> values(List<Entry> entries, String section, Map<Entry, V> values) {
    var map = new LinkedHashMap<String, V>();
    for (var entry : entries) {
      var value = values.get(entry);
      if (entry.section().equals(section) && value != null) {
        map.put(entry.name(), value);
      }
    }
    return map;
  }
}
