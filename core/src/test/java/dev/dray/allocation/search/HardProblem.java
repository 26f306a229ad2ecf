package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Problems that anybody can legally write and on which trying everything takes forever. */
final class HardProblem {
  private final SearchProblem to = new SearchProblem();

  private HardProblem(int devices, int... needs) {
    to.devices = devices;
    to.shareable = Bits.none(devices);
    to.charged = Bits.none(devices);
    to.claimOf = new int[needs.length];
    to.alternativesFrom = IntStream.rangeClosed(0, needs.length).toArray();
    to.need = needs.clone();
    to.all = new int[needs.length][0];
    to.takesAll = new boolean[needs.length];
    to.admin = new boolean[needs.length];
    to.candidates = new long[needs.length][];
    to.failing = new long[needs.length][];
    to.once = new Charge[devices];
    to.each = new Charge[needs.length][devices];
    to.scopesOf = new int[devices][0];
    to.groupsOf = new int[devices][0];
    to.covering = new int[needs.length][0];
    Arrays.fill(to.once, Charge.NOTHING);
    for (int request = 0; request < needs.length; request++) {
      Arrays.fill(to.each[request], Charge.NOTHING);
      to.failing[request] = Bits.none(devices);
      to.candidates[request] = Bits.none(devices);
      for (int device = 0; device < devices; device++) {
        Bits.add(to.candidates[request], device);
      }
    }
  }

  private HardProblem withBudgets(long... rest) {
    to.rest = rest.clone();
    to.families = new int[rest.length];
    to.capacitiesFrom = rest.length;
    to.wide = new WideAmounts(new boolean[rest.length]);
    return this;
  }

  /** All requests want devices of one value. */
  private HardProblem withCommon(int... valueOf) {
    to.distinct = new boolean[] {false};
    to.elements = Arrays.stream(valueOf).max().orElse(0) + 1;
    var values = Arrays.stream(valueOf).map(it -> to.valueSets.of(new int[] {it})).toArray();
    to.values = new int[1][to.need.length][];
    Arrays.fill(to.values[0], values);
    Arrays.fill(to.covering, new int[] {0});
    return this;
  }

  /** More devices than there are, all alike. */
  static SearchProblem shortage() {
    return new HardProblem(20, 21).to;
  }

  /**
   * Three requests of five devices with one value, which no group of devices is large enough for.
   */
  static SearchProblem groupsTooSmall(int... sizes) {
    var valueOf =
        IntStream.range(0, sizes.length)
            .flatMap(value -> IntStream.generate(() -> value).limit(sizes[value]))
            .toArray();
    return new HardProblem(valueOf.length, 5, 5, 5).withCommon(valueOf).to;
  }

  /** Two partitions of each of twelve sizes on eight devices that cannot hold them all. */
  static SearchProblem partitionsOverTotal(long seed) {
    return partitions(seed, 12, 26, 22);
  }

  /** Partitions of which two fit on a device, and one too many of them. */
  static SearchProblem partitionsOverCount() {
    return partitions(0, 9, 34, 1);
  }

  private static SearchProblem partitions(long seed, int sizes, int least, int spread) {
    var random = new Random(seed);
    int devices = 8;
    var needs = new int[sizes];
    Arrays.fill(needs, 2);
    var problem = new HardProblem(sizes * devices * 2, needs);
    var rest = new long[devices];
    Arrays.fill(rest, 100);
    problem.withBudgets(rest);
    for (int request = 0; request < sizes; request++) {
      long size = least + random.nextLong(spread);
      Arrays.fill(problem.to.candidates[request], 0);
      for (int i = 0; i < devices * 2; i++) {
        int partition = (i / 2 * sizes + request) * 2 + i % 2;
        problem.to.once[partition] = new Charge(new int[] {i / 2}, new long[] {size});
        Bits.add(problem.to.candidates[request], partition);
      }
    }
    return problem.to;
  }

  /** Sixteen of forty devices that draw on five counters, of which there is too little. */
  static SearchProblem fiveCounters(long seed) {
    return fiveCounters(seed, 1);
  }

  /** The same with amounts that are so many times larger. */
  static SearchProblem fiveCounters(long seed, long unit) {
    var random = new Random(seed);
    var problem = new HardProblem(40, 16);
    var sums = new long[5];
    for (int device = 0; device < 40; device++) {
      var amounts = random.longs(5, 1, 21).map(it -> it * unit).toArray();
      problem.to.once[device] = new Charge(new int[] {0, 1, 2, 3, 4}, amounts);
      Arrays.setAll(sums, i -> sums[i] + amounts[i]);
    }
    problem.withBudgets(Arrays.stream(sums).map(it -> it * 16 / 40 * 70 / 100).toArray());
    problem.to.families = new int[] {0, 1, 2, 3, 4};
    return problem.to;
  }

  /** Two requests that many devices satisfy in many ways, and after them one that none does. */
  static SearchProblem unrelated() {
    var problem = new HardProblem(60, 8, 8, 5).withBudgets(20, 20);
    problem.to.families = new int[] {0, 1};
    for (int device = 0; device < 60; device++) {
      if (device >= 40) {
        problem.to.once[device] =
            new Charge(new int[] {0, 1}, new long[] {3 + device % 5, 7 - device % 5});
      }
      for (int request = 0; request < 3; request++) {
        if (request < 2 != device < 40) {
          Bits.remove(problem.to.candidates[request], device);
        }
      }
    }
    return problem.to;
  }

  /**
   * Some of many devices, which must differ from each other in each of some attributes.
   *
   * @param values how many there are of each attribute, evenly and at random
   */
  static SearchProblem different(int wanted, int devices, int values, int attributes, long seed) {
    return new HardProblem(devices, wanted).withDifferent(values, attributes, seed).to;
  }

  /**
   * Four requests for four devices each, which must all have one value in common and differ from
   * each other in each of two attributes.
   *
   * @param common how many values there are to have in common
   * @param values how many there are of each of the other attributes
   */
  static SearchProblem differentInCommon(int devices, int common, int values, long seed) {
    var problem = new HardProblem(devices, 4, 4, 4, 4).withDifferent(values, 3, seed);
    problem.to.distinct[0] = false;
    var random = new Random(~seed);
    var column =
        random
            .ints(devices, 0, common)
            .map(value -> problem.to.valueSets.of(new int[] {value}))
            .toArray();
    Arrays.fill(problem.to.values[0], column);
    return problem.to;
  }

  private HardProblem withDifferent(int values, int attributes, long seed) {
    var random = new Random(seed);
    to.elements = values;
    to.distinct = new boolean[attributes];
    Arrays.fill(to.distinct, true);
    to.values = new int[attributes][to.need.length][];
    for (var columns : to.values) {
      var column =
          random
              .ints(to.devices, 0, values)
              .map(value -> to.valueSets.of(new int[] {value}))
              .toArray();
      Arrays.fill(columns, column);
    }
    Arrays.fill(to.covering, IntStream.range(0, attributes).toArray());
    return this;
  }

  /** A claim for four of thirty devices, and then one for all of them. */
  static SearchProblem allAfterSome() {
    var problem = new HardProblem(30, 4, 30);
    problem.to.claimOf = new int[] {0, 1};
    problem.to.takesAll[1] = true;
    problem.to.all[1] = IntStream.range(0, 30).toArray();
    problem.withCommon(IntStream.range(0, 30).toArray());
    // Each device has a value of its own, so that none can stand for another.
    problem.to.distinct[0] = true;
    problem.to.covering[1] = new int[] {};
    return problem.to;
  }
}
