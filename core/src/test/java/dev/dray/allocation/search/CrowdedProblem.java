package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Problems with more devices than a claim may have, of which some alternatives take too many. */
final class CrowdedProblem {
  private static final int[] NEEDS = {0, 1, 2, 15, 16, 17, 30, 31, 32, 33};

  private CrowdedProblem() {}

  /** All devices can be shared; alternatives of one or two devices may have one too few. */
  static SearchProblem of(long seed) {
    var random = new Random(seed);
    var to = new SearchProblem();
    to.devices = 34;
    to.shareable = first(to.devices, to.devices);
    to.charged = Bits.none(to.devices);
    int requests = 2 + random.nextInt(4);
    to.claimOf = new int[requests];
    to.alternativesFrom = new int[requests + 1];
    for (int request = 0; request < requests; request++) {
      if (request > 0) {
        to.claimOf[request] = to.claimOf[request - 1] + (random.nextInt(4) == 0 ? 1 : 0);
      }
      to.alternativesFrom[request + 1] = to.alternativesFrom[request] + 1 + random.nextInt(3);
    }
    int alternatives = to.alternativesFrom[requests];
    to.need =
        IntStream.range(0, alternatives).map(_ -> NEEDS[random.nextInt(NEEDS.length)]).toArray();
    to.all = new int[alternatives][0];
    to.takesAll = new boolean[alternatives];
    to.admin = new boolean[alternatives];
    to.candidates = new long[alternatives][];
    to.failing = new long[alternatives][];
    to.once = new Charge[to.devices];
    Arrays.fill(to.once, Charge.NOTHING);
    to.each = new Charge[alternatives][];
    to.covering = new int[alternatives][0];
    to.scopesOf = new int[to.devices][0];
    to.groupsOf = new int[to.devices][0];
    for (int alternative = 0; alternative < alternatives; alternative++) {
      boolean lacksOne = to.need[alternative] < 3 && random.nextInt(3) == 0;
      to.candidates[alternative] = first(to.need[alternative] - (lacksOne ? 1 : 0), to.devices);
      to.failing[alternative] = Bits.none(to.devices);
      to.takesAll[alternative] = to.need[alternative] > 2;
      if (to.takesAll[alternative]) {
        to.all[alternative] = IntStream.range(0, to.need[alternative]).toArray();
      } else if (random.nextInt(12) == 0) {
        Bits.add(to.failing[alternative], to.devices - 1);
      }
      to.each[alternative] = to.once;
    }
    return to;
  }

  private static long[] first(int count, int devices) {
    var first = Bits.none(devices);
    for (int device = 0; device < count; device++) {
      Bits.add(first, device);
    }
    return first;
  }
}
