package dev.dray.allocation.request;

import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.allocation.search.SearchProblem.Charge;
import dev.dray.allocation.search.WideAmounts;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.PoolGeneration;
import java.util.Arrays;

/**
 * The budgets of a node's search problem: what devices charge to which budget, and what is left.
 */
final class NodeBudgets {
  private static final Charge[] NOTHING = {};

  private final NodeCandidates devices;
  private final SearchProblem to;

  /** The first counter of each pool; -1 if its devices draw from none. */
  private final int[] firstCounter;

  /** The first capacity of each shareable device; the others follow in the order of names. */
  private final int[] firstCapacity;

  private int size;
  private ScaledAmounts[] scales = new ScaledAmounts[16];
  private Quantity[] left = new Quantity[16];
  private int[] families = new int[16];

  /**
   * The first family number of the current pool: families of one pool follow those of the pools
   * before, and capacities come last.
   */
  private int familiesBefore;

  private int familiesAfter;

  NodeBudgets(NodeCandidates devices, SearchProblem to) {
    this.devices = devices;
    this.to = to;
    firstCounter = new int[devices.parts().size()];
    firstCapacity = new int[to.devices];
  }

  void fill() {
    for (int i = 0; i < devices.parts().size(); i++) {
      familiesBefore = familiesAfter;
      addCounters(i, devices.parts().get(i));
    }
    to.capacitiesFrom = size;
    familiesBefore = familiesAfter;
    for (int i = 0; i < devices.parts().size(); i++) {
      if (devices.parts().get(i).candidates().hasShareable) {
        addCapacities(devices.parts().get(i), devices.start(i));
      }
    }
    to.wide = new WideAmounts(wide());
    to.families = Arrays.copyOf(families, size);
    to.rest = new long[size];
    for (int budget = 0; budget < size; budget++) {
      to.rest[budget] = scales[budget].of(left[budget], to.wide);
    }
    to.once = new Charge[to.devices];
    to.each = new Charge[to.need.length][to.devices];
    for (int i = 0; i < devices.parts().size(); i++) {
      charges(i, devices.parts().get(i), devices.start(i));
    }
    dropUnaffordable();
  }

  private boolean[] wide() {
    var wide = new boolean[size];
    for (int i = 0; i < size; i++) {
      wide[i] = scales[i] == ScaledAmounts.BILLIONTHS;
    }
    return wide;
  }

  private void addCounters(int number, Part part) {
    firstCounter[number] = -1;
    if (!part.candidates().drawsFromCounters) {
      return;
    }
    int first = size;
    firstCounter[number] = first;
    var amounts = part.remainder().amounts();
    for (int counter = 0; counter < amounts.scales.length; counter++) {
      add(
          familiesBefore + amounts.families[counter],
          amounts.scales[counter],
          part.remainder().load().rest(counter));
    }
    if (part.candidates().drawsOnRequest) {
      refineForRequests(part.candidates(), first);
    }
    to.negative |= amounts.isNegative;
  }

  private void refineForRequests(PoolCandidates poolCandidates, int first) {
    for (int i = 0; i < poolCandidates.generation().distinctTraits(); i++) {
      for (int alternative = 0; alternative < to.need.length; alternative++) {
        poolCandidates
            .termsOf(alternative, i)
            .counters()
            .forEach((counter, amount) -> refine(first + counter, amount));
      }
    }
  }

  private void add(int family, ScaledAmounts scale, Quantity rest) {
    if (size == scales.length) {
      scales = Arrays.copyOf(scales, size * 2);
      left = Arrays.copyOf(left, size * 2);
      families = Arrays.copyOf(families, size * 2);
    }
    families[size] = family;
    familiesAfter = Math.max(familiesAfter, family + 1);
    scales[size] = scale.orFinerFor(rest);
    left[size++] = rest;
  }

  private void refine(int budget, Quantity amount) {
    scales[budget] = scales[budget].orFinerFor(amount);
  }

  private void addCapacities(Part part, int start) {
    var generation = part.candidates().generation();
    for (int i = 0; i < part.view().size(); i++) {
      firstCapacity[start + i] = size;
      if (Bits.has(to.shareable, start + i)) {
        addCapacities(part, generation, part.view().row(i));
      }
    }
  }

  private void addCapacities(Part part, PoolGeneration generation, int row) {
    int first = size;
    for (var capacity : generation.traits(generation.traitsNumber(row)).capacity().entrySet()) {
      var consumed = part.remainder().load().consumed(row, capacity.getKey());
      var value = capacity.getValue().value();
      add(
          familiesBefore + size - first,
          ScaledAmounts.UNITS,
          consumed.isZero() ? value : value.subtract(consumed));
    }
    for (int alternative = 0; alternative < to.need.length; alternative++) {
      var amounts = part.candidates().terms(alternative, row).capacityAmounts();
      for (int i = 0; i < amounts.size(); i++) {
        refine(first + i, amounts.get(i));
      }
    }
  }

  private void charges(int number, Part part, int start) {
    var poolCandidates = part.candidates();
    int first = firstCounter[number];
    var fixed = first < 0 ? NOTHING : fixed(part, first);
    for (int i = 0; i < part.view().size(); i++) {
      int row = part.view().row(i);
      int device = start + i;
      to.once[device] =
          first < 0 ? Charge.NOTHING : fixed[poolCandidates.generation().traitsNumber(row)];
      boolean shareable = Bits.has(to.shareable, device);
      for (int alternative = 0; alternative < to.each.length; alternative++) {
        var terms = poolCandidates.terms(alternative, row);
        to.each[alternative][device] =
            terms.counters().isEmpty() && !(shareable && !terms.capacityAmounts().isEmpty())
                ? Charge.NOTHING
                : requested(terms, first, shareable ? firstCapacity[device] : -1);
      }
    }
  }

  /** Returns the fixed charge of each distinct traits, computed beforehand for most pools. */
  private Charge[] fixed(Part part, int first) {
    var amounts = part.remainder().amounts();
    boolean same = !amounts.isWide;
    for (int i = 0; i < amounts.scales.length; i++) {
      same &= scales[first + i] == amounts.scales[i];
    }
    if (same && first == 0) {
      return amounts.fixed;
    }
    var generation = part.candidates().generation();
    var fixed = new Charge[generation.distinctTraits()];
    for (int i = 0; i < fixed.length; i++) {
      fixed[i] = same ? amounts.fixed[i].from(first) : fixed(generation, i, first);
    }
    return fixed;
  }

  private Charge fixed(PoolGeneration generation, int traitsNumber, int first) {
    var counterDraw = generation.draw(traitsNumber);
    var sums = new Quantity[generation.counters().size()];
    Arrays.fill(sums, Quantity.ZERO);
    var touched = new boolean[sums.length];
    for (int i = 0; i < counterDraw.fixed(); i++) {
      int counter = counterDraw.fixedCounter(i);
      sums[counter] = sums[counter].add(counterDraw.fixedAmount(i));
      touched[counter] = true;
    }
    var charge = new Collector(counterDraw.fixed());
    for (int counter = 0; counter < sums.length; counter++) {
      if (touched[counter]) {
        charge.add(first + counter, sums[counter]);
      }
    }
    return charge.charge();
  }

  private Charge requested(AlternativeTerms terms, int firstCounter, int firstCapacity) {
    var capacities = firstCapacity < 0 ? 0 : terms.capacityAmounts().size();
    var charge = new Collector(terms.counters().size() + capacities);
    if (firstCounter >= 0) {
      terms.counters().forEach((counter, amount) -> charge.add(firstCounter + counter, amount));
    }
    for (int i = 0; i < capacities; i++) {
      charge.add(firstCapacity + i, terms.capacityAmounts().get(i));
    }
    return charge.charge();
  }

  /** A charge under construction, its budgets in ascending order. */
  private final class Collector {
    private final int[] budgets;
    private final long[] amounts;
    private int length;

    Collector(int most) {
      budgets = new int[most];
      amounts = new long[most];
    }

    void add(int budget, Quantity amount) {
      to.negative |= amount.sign() < 0;
      budgets[length] = budget;
      amounts[length++] = scales[budget].of(amount, to.wide);
    }

    Charge charge() {
      return length == budgets.length
          ? new Charge(budgets, amounts)
          : new Charge(Arrays.copyOf(budgets, length), Arrays.copyOf(amounts, length));
    }
  }

  /**
   * Drops the candidates that could not be paid for even as the first device. Those of mode All
   * stay: whether a constraint or the shortage is met first matters there.
   */
  private void dropUnaffordable() {
    if (to.negative) {
      return;
    }
    for (int alternative = 0; alternative < to.each.length; alternative++) {
      if (to.takesAll[alternative] || to.admin[alternative]) {
        continue;
      }
      var candidates = to.candidates[alternative];
      for (int d = Bits.next(candidates, 0); d >= 0; d = Bits.next(candidates, d + 1)) {
        if (!canPay(to.each[alternative][d]) || (!Bits.has(to.charged, d) && !canPay(to.once[d]))) {
          Bits.remove(candidates, d);
        }
      }
    }
  }

  private boolean canPay(Charge charge) {
    for (int i = 0; i < charge.budgets.length; i++) {
      int budget = charge.budgets[i];
      long amount = charge.amounts[i];
      if (to.wide.isWide(budget)
          ? to.wide.less(to.rest[budget], amount) == WideAmounts.SHORT
          : amount > to.rest[budget]) {
        return false;
      }
    }
    return true;
  }
}
