package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/** Other problems made of a problem. None of them changes the problem itself. */
final class ProblemVariants {
  private ProblemVariants() {}

  /** Devices that nobody wants in front of the others, so that those span two words. */
  static SearchProblem behind(int unwanted, SearchProblem problem) {
    return new Copies(problem, 1, unwanted).build();
  }

  /** Every device several times, each time with counters, capacities and scopes of its own. */
  static SearchProblem copies(int count, SearchProblem problem) {
    return new Copies(problem, count, 0).build();
  }

  /** All amounts are larger by so many bits. */
  static SearchProblem larger(int bits, SearchProblem problem) {
    return charging(problem, amount -> amount << bits);
  }

  /** Some devices add to a counter instead of drawing on it. */
  static SearchProblem negative(long seed, SearchProblem problem) {
    var random = new Random(seed);
    var negative = charging(problem, LongUnaryOperator.identity());
    for (int device = 0; device < negative.devices; device++) {
      if (random.nextInt(3) == 0) {
        var charge = negative.once[device];
        negative.once[device] =
            new Charge(charge.budgets, Arrays.stream(charge.amounts).map(it -> -it).toArray());
      }
    }
    negative.negative = true;
    return negative;
  }

  /** The first so many budgets are wide. */
  static SearchProblem wide(int budgets, SearchProblem problem) {
    var is = new boolean[problem.rest.length];
    Arrays.fill(is, 0, Math.min(budgets, is.length), true);
    var amounts = new WideAmounts(is);
    var wide = problem.copy();
    wide.wide = amounts;
    wide.rest = problem.rest.clone();
    for (int budget = 0; budget < is.length; budget++) {
      wide.rest[budget] = number(amounts, budget, problem.rest[budget]);
    }
    wide.once = Arrays.stream(problem.once).map(it -> wide(amounts, it)).toArray(Charge[]::new);
    wide.each =
        Arrays.stream(problem.each)
            .map(of -> Arrays.stream(of).map(it -> wide(amounts, it)).toArray(Charge[]::new))
            .toArray(Charge[][]::new);
    return wide;
  }

  private static Charge wide(WideAmounts amounts, Charge charge) {
    var numbers = new long[charge.amounts.length];
    Arrays.setAll(numbers, i -> number(amounts, charge.budgets[i], charge.amounts[i]));
    return new Charge(charge.budgets, numbers);
  }

  private static long number(WideAmounts amounts, int budget, long amount) {
    return amounts.isWide(budget)
        ? amounts.number(BigInteger.valueOf(amount).shiftLeft(70))
        : amount;
  }

  private static SearchProblem charging(SearchProblem problem, LongUnaryOperator amounts) {
    var to = problem.copy();
    to.rest = Arrays.stream(problem.rest).map(amounts).toArray();
    to.once = charging(problem.once, amounts);
    to.each = Arrays.stream(problem.each).map(it -> charging(it, amounts)).toArray(Charge[][]::new);
    return to;
  }

  private static Charge[] charging(Charge[] charges, LongUnaryOperator amounts) {
    return Arrays.stream(charges)
        .map(it -> new Charge(it.budgets, Arrays.stream(it.amounts).map(amounts).toArray()))
        .toArray(Charge[]::new);
  }

  /** The devices of a problem once or several times, behind some that nobody wants. */
  private static final class Copies {
    private final SearchProblem of;
    private final SearchProblem to;
    private final int count;
    private final int unwanted;

    Copies(SearchProblem of, int count, int unwanted) {
      this.of = of;
      this.count = count;
      this.unwanted = unwanted;
      to = of.copy();
    }

    SearchProblem build() {
      to.devices = unwanted + count * of.devices;
      to.shareable = bits(of.shareable);
      to.charged = bits(of.charged);
      to.candidates = Arrays.stream(of.candidates).map(this::bits).toArray(long[][]::new);
      to.failing = Arrays.stream(of.failing).map(this::bits).toArray(long[][]::new);
      to.all = Arrays.stream(of.all).map(this::each).toArray(int[][]::new);
      to.need = of.need.clone();
      for (int alternative = 0; alternative < to.need.length; alternative++) {
        to.need[alternative] *= of.takesAll[alternative] ? count : 1;
      }
      to.capacitiesFrom = count * of.capacitiesFrom;
      int budgets = of.rest.length;
      to.rest = new long[count * budgets];
      to.families = new int[count * budgets];
      for (int copy = 0; copy < count; copy++) {
        for (int budget = 0; budget < budgets; budget++) {
          to.rest[budget(copy, budget)] = of.rest[budget];
          to.families[budget(copy, budget)] = of.families[budget];
        }
      }
      to.wide = new WideAmounts(new boolean[to.rest.length]);
      to.once = charges(of.once);
      to.each = Arrays.stream(of.each).map(this::charges).toArray(Charge[][]::new);
      int scopes = of.scopeState.length;
      to.scopeState =
          IntStream.range(0, count * scopes).map(it -> of.scopeState[it % scopes]).toArray();
      to.scopesOf = new int[to.devices][];
      to.groupsOf = new int[to.devices][];
      for (int device = 0; device < to.devices; device++) {
        int copy = (device - unwanted) / of.devices;
        boolean none = device < unwanted;
        to.scopesOf[device] =
            none
                ? new int[] {}
                : Arrays.stream(of.scopesOf[original(device)])
                    .map(it -> copy * scopes + it)
                    .toArray();
        to.groupsOf[device] = none ? new int[] {} : of.groupsOf[original(device)];
      }
      to.values =
          Arrays.stream(of.values)
              .map(it -> Arrays.stream(it).map(this::values).toArray(int[][]::new))
              .toArray(int[][][]::new);
      return to;
    }

    private int original(int device) {
      return (device - unwanted) % of.devices;
    }

    private long[] bits(long[] bits) {
      var copies = Bits.none(to.devices);
      for (int device = unwanted; device < to.devices; device++) {
        if (Bits.has(bits, original(device))) {
          Bits.add(copies, device);
        }
      }
      return copies;
    }

    private int[] each(int[] devices) {
      return IntStream.range(0, count)
          .map(copy -> unwanted + copy * of.devices)
          .flatMap(first -> Arrays.stream(devices).map(it -> first + it))
          .toArray();
    }

    private int budget(int copy, int budget) {
      int counters = of.capacitiesFrom;
      int capacities = of.rest.length - counters;
      return budget < counters
          ? copy * counters + budget
          : count * counters + copy * capacities + budget - counters;
    }

    private Charge[] charges(Charge[] charges) {
      var copies = new Charge[to.devices];
      Arrays.fill(copies, Charge.NOTHING);
      for (int device = unwanted; device < to.devices; device++) {
        int copy = (device - unwanted) / of.devices;
        var charge = charges[original(device)];
        copies[device] =
            new Charge(
                Arrays.stream(charge.budgets).map(it -> budget(copy, it)).toArray(),
                charge.amounts);
      }
      return copies;
    }

    private int[] values(int[] values) {
      return IntStream.range(0, to.devices)
          .map(it -> it < unwanted ? SearchProblem.MISSING : values[original(it)])
          .toArray();
    }
  }
}
