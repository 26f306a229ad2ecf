package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Problems of a few devices and requests in which everything occurs and little fits. */
final class RandomProblem {
  private final Random random;
  private final SearchProblem to = new SearchProblem();
  private final int scopes;

  /** Constraints for different values that there are in any case. */
  private int different;

  private RandomProblem(long seed, int mostDevices) {
    random = new Random(seed);
    to.devices = 2 + random.nextInt(mostDevices - 1);
    scopes = random.nextInt(4);
  }

  static SearchProblem of(long seed) {
    return new RandomProblem(seed, 9).build();
  }

  /** With so many devices at most. */
  static SearchProblem of(long seed, int mostDevices) {
    return new RandomProblem(seed, mostDevices).build();
  }

  /** With two to four constraints for different values, and perhaps one for a common value. */
  static SearchProblem ofDifferent(long seed) {
    var problem = new RandomProblem(seed, 12);
    problem.different = 2 + problem.random.nextInt(3);
    return problem.build();
  }

  private SearchProblem build() {
    to.shareable = bits(random.nextInt(3) == 0 ? 40 : 0);
    to.charged = bits(30);
    for (int i = 0; i < to.charged.length; i++) {
      to.charged[i] &= to.shareable[i];
    }
    requests();
    budgets();
    groups();
    constraints();
    return to;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private long[] bits(int percent) {
    var bits = Bits.none(to.devices);
    for (int device = 0; device < to.devices; device++) {
      if (chance(percent)) {
        Bits.add(bits, device);
      }
    }
    return bits;
  }

  private void requests() {
    int requests = 1 + random.nextInt(4);
    to.claimOf = new int[requests];
    to.alternativesFrom = new int[requests + 1];
    for (int request = 1; request < requests; request++) {
      to.claimOf[request] = to.claimOf[request - 1] + (chance(40) ? 1 : 0);
    }
    for (int request = 0; request < requests; request++) {
      to.alternativesFrom[request + 1] =
          to.alternativesFrom[request] + (chance(30) ? 2 + random.nextInt(2) : 1);
    }
    int alternatives = to.alternativesFrom[requests];
    to.need = new int[alternatives];
    to.all = new int[alternatives][];
    to.takesAll = new boolean[alternatives];
    to.admin = new boolean[alternatives];
    to.candidates = new long[alternatives][];
    to.failing = new long[alternatives][];
    boolean failures = chance(25);
    boolean admins = chance(20);
    boolean pressed = chance(10);
    var like = bits(80);
    for (int alternative = 0; alternative < alternatives; alternative++) {
      option(alternative, failures, admins && chance(40), pressed, like);
    }
  }

  private void option(
      int alternative, boolean failures, boolean admin, boolean pressed, long[] like) {
    to.admin[alternative] = admin;
    to.candidates[alternative] = chance(60) ? like.clone() : bits(chance(50) ? 90 : 50);
    to.failing[alternative] = failures && chance(50) ? bits(15) : Bits.none(to.devices);
    for (int i = 0; i < to.failing[alternative].length; i++) {
      to.candidates[alternative][i] &= ~to.failing[alternative][i];
    }
    to.takesAll[alternative] = chance(10);
    to.need[alternative] = pressed && chance(30) ? 20 + random.nextInt(12) : random.nextInt(4);
    to.all[alternative] = new int[] {};
    if (to.takesAll[alternative]) {
      to.failing[alternative] = Bits.none(to.devices);
      to.all[alternative] =
          IntStream.range(0, to.devices)
              .filter(it -> Bits.has(to.candidates[alternative], it) ? chance(60) : chance(5))
              .toArray();
      to.need[alternative] = to.all[alternative].length;
    }
  }

  private void budgets() {
    int counters = scopes == 0 ? 0 : scopes * (1 + random.nextInt(2));
    int capacities = 0;
    var capacityOf = new int[to.devices];
    Arrays.fill(capacityOf, -1);
    for (int device = 0; device < to.devices; device++) {
      if (Bits.has(to.shareable, device) && chance(70)) {
        capacityOf[device] = counters + capacities++;
      }
    }
    to.capacitiesFrom = counters;
    var wide = new boolean[counters + capacities];
    to.wide = new WideAmounts(wide);
    to.rest = new long[wide.length];
    to.families = IntStream.range(0, wide.length).map(it -> it % 3).toArray();
    for (int budget = 0; budget < to.rest.length; budget++) {
      to.rest[budget] = random.nextLong(7) - (chance(5) ? 4L : 0L);
    }
    to.once = new Charge[to.devices];
    to.each = new Charge[to.need.length][to.devices];
    var some = List.of(1L, 2L, 3L);
    for (int device = 0; device < to.devices; device++) {
      to.once[device] = counters > 0 && chance(80) ? charge(counters, some) : Charge.NOTHING;
      for (int alternative = 0; alternative < to.need.length; alternative++) {
        var each = new ArrayList<long[]>();
        if (counters > 0 && chance(15)) {
          each.add(new long[] {random.nextInt(counters), random.nextInt(3)});
        }
        if (capacityOf[device] >= 0) {
          each.add(new long[] {capacityOf[device], alternative % 3 + 1L});
        }
        to.each[alternative][device] = charge(each);
      }
    }
  }

  private Charge charge(int counters, List<Long> amounts) {
    var charges = new ArrayList<long[]>();
    int first = random.nextInt(counters);
    charges.add(new long[] {first, amounts.get(random.nextInt(amounts.size()))});
    if (counters > 1 && chance(30)) {
      charges.add(new long[] {(first + 1) % counters, 1});
    }
    charges.sort((a, b) -> Long.compare(a[0], b[0]));
    return charge(charges);
  }

  private static Charge charge(List<long[]> charges) {
    return charges.isEmpty()
        ? Charge.NOTHING
        : new Charge(
            charges.stream().mapToInt(it -> (int) it[0]).toArray(),
            charges.stream().mapToLong(it -> it[1]).toArray());
  }

  private void groups() {
    to.scopesOf = new int[to.devices][];
    to.groupsOf = new int[to.devices][];
    boolean grouped = scopes > 0 && chance(40);
    to.scopeState = new int[scopes];
    Arrays.fill(to.scopeState, SearchProblem.NO_MEMBERS);
    for (int scope = 0; grouped && scope < scopes; scope++) {
      if (chance(20)) {
        to.scopeState[scope] = chance(20) ? SearchProblem.BLOCKED : group();
      }
    }
    for (int device = 0; device < to.devices; device++) {
      boolean member = grouped && chance(70);
      to.scopesOf[device] = member ? new int[] {random.nextInt(scopes)} : new int[] {};
      to.groupsOf[device] = member ? new int[] {group()} : new int[] {};
    }
  }

  private int group() {
    return chance(25)
        ? SetTable.EMPTY
        : to.groups.of(
            chance(50)
                ? new int[] {random.nextInt(3)}
                : new int[] {random.nextInt(3), random.nextInt(3)});
  }

  private void constraints() {
    int constraints = different + random.nextInt(different > 0 ? 2 : 3);
    to.elements = 6;
    to.distinct = new boolean[constraints];
    to.values = new int[constraints][to.need.length][];
    to.covering = new int[to.need.length][];
    Arrays.fill(to.covering, new int[] {});
    boolean lists = chance(30);
    boolean odd = chance(20);
    for (int constraint = 0; constraint < constraints; constraint++) {
      to.distinct[constraint] = constraint < different || chance(40);
      int claim = random.nextInt(to.claimOf[to.claimOf.length - 1] + 1);
      var column = column(lists, odd, different > 0 ? 6 : 3);
      for (int request = 0; request < to.claimOf.length; request++) {
        boolean covered = to.claimOf[request] == claim && chance(80);
        for (int o = to.alternativesFrom[request]; o < to.alternativesFrom[request + 1]; o++) {
          to.values[constraint][o] = column;
          if (covered && chance(90)) {
            to.covering[o] =
                IntStream.concat(IntStream.of(to.covering[o]), IntStream.of(constraint)).toArray();
          }
        }
      }
    }
  }

  private int[] column(boolean lists, boolean odd, int most) {
    boolean unique = chance(20);
    return IntStream.range(0, to.devices)
        .map(
            device -> {
              if (odd && chance(15)) {
                return -1 - random.nextInt(3);
              }
              if (unique) {
                return to.valueSets.of(new int[] {device % to.elements});
              }
              return lists && chance(50)
                  ? to.valueSets.of(new int[] {random.nextInt(4), random.nextInt(4)})
                  : to.valueSets.of(new int[] {random.nextInt(most)});
            })
        .toArray();
  }
}
