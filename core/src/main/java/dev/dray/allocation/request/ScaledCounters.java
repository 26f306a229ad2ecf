package dev.dray.allocation.request;

import dev.dray.allocation.search.SearchProblem.Charge;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.CounterTable;
import dev.dray.inventory.PoolGeneration;
import java.util.HashMap;
import java.util.TreeMap;

/**
 * The counters of a generation and the fixed charges of its devices, as whole numbers.
 *
 * <p>Counters are numbered as in the generation. If an amount is too fine or too large for a long,
 * {@link #isWide} is true and the charges must not be used.
 */
final class ScaledCounters {
  final ScaledAmounts[] scales;

  /** The family of each counter: counters of one name have the same number, in whichever set. */
  final int[] families;

  /** The fixed counter charge of each distinct traits, the same for every request. */
  final Charge[] fixed;

  final boolean isWide;
  final boolean isNegative;

  ScaledCounters(PoolGeneration generation) {
    scales = scales(generation);
    families = families(generation.counters());
    isWide = isWide(scales);
    fixed = new Charge[generation.distinctTraits()];
    boolean negative = false;
    for (int i = 0; i < fixed.length; i++) {
      var counterDraw = generation.draw(i);
      fixed[i] = isWide ? Charge.NOTHING : charge(counterDraw);
      negative |= isNegative(counterDraw);
    }
    isNegative = negative;
  }

  private static int[] families(CounterTable counters) {
    var numbers = new HashMap<String, Integer>();
    var families = new int[counters.size()];
    for (int i = 0; i < families.length; i++) {
      families[i] = numbers.computeIfAbsent(counters.name(i), _ -> numbers.size());
    }
    return families;
  }

  private static ScaledAmounts[] scales(PoolGeneration generation) {
    var counters = generation.counters();
    var scales = new ScaledAmounts[counters.size()];
    for (int i = 0; i < scales.length; i++) {
      scales[i] = ScaledAmounts.UNITS.orFinerFor(counters.total(i));
    }
    for (int i = 0; i < generation.distinctTraits(); i++) {
      var counterDraw = generation.draw(i);
      for (int j = 0; j < counterDraw.fixed(); j++) {
        int counter = counterDraw.fixedCounter(j);
        scales[counter] = scales[counter].orFinerFor(counterDraw.fixedAmount(j));
      }
    }
    return scales;
  }

  private static boolean isWide(ScaledAmounts[] scales) {
    for (var scale : scales) {
      if (scale == ScaledAmounts.BILLIONTHS) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNegative(CounterDraw counterDraw) {
    for (int i = 0; i < counterDraw.fixed(); i++) {
      if (counterDraw.fixedAmount(i).sign() < 0) {
        return true;
      }
    }
    return false;
  }

  private Charge charge(CounterDraw counterDraw) {
    if (counterDraw.fixed() == 0) {
      return Charge.NOTHING;
    }
    var amounts = new TreeMap<Integer, Quantity>();
    for (int i = 0; i < counterDraw.fixed(); i++) {
      amounts.merge(counterDraw.fixedCounter(i), counterDraw.fixedAmount(i), Quantity::add);
    }
    var budgets = amounts.keySet().stream().mapToInt(Integer::intValue).toArray();
    var numbers = new long[budgets.length];
    int at = 0;
    for (var entry : amounts.entrySet()) {
      numbers[at++] = scales[entry.getKey()].of(entry.getValue());
    }
    return new Charge(budgets, numbers);
  }
}
