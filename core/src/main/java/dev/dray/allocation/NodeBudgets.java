package dev.dray.allocation;

import dev.dray.allocation.Problem.Charge;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Works out what devices charge to which budgets, and what these have left. */
final class NodeBudgets {
  private final Ask ask;
  private final NodeDevices devices;
  private final ProblemBuilder to;

  /** Of each part its first counter; -1 if its devices draw from none. */
  private final int[] firstCounter;

  private final List<Amounts> scales = new ArrayList<>();
  private final List<Quantity> left = new ArrayList<>();

  /** Of each shareable device its capacities, from this budget on in the order of names. */
  private final int[] firstCapacity;

  NodeBudgets(Ask ask, NodeDevices devices, ProblemBuilder to) {
    this.ask = ask;
    this.devices = devices;
    this.to = to;
    firstCounter = new int[devices.parts().size()];
    firstCapacity = new int[to.devices];
  }

  void fill() {
    for (int i = 0; i < devices.parts().size(); i++) {
      addCounters(i);
    }
    to.capacitiesFrom = left.size();
    for (int device = 0; device < to.devices; device++) {
      addCapacities(device);
    }
    to.wide = new WideAmounts(wide());
    to.rest = new long[left.size()];
    for (int budget = 0; budget < to.rest.length; budget++) {
      to.rest[budget] = scales.get(budget).of(left.get(budget), to.wide);
    }
    charges();
    dropUnaffordable();
  }

  private boolean[] wide() {
    var wide = new boolean[scales.size()];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = scales.get(i) == Amounts.BILLIONTHS;
    }
    return wide;
  }

  private void addCounters(int part) {
    firstCounter[part] = -1;
    var plan = devices.parts().get(part).plan();
    if (!plan.drawsFromCounters) {
      return;
    }
    int first = left.size();
    firstCounter[part] = first;
    for (int counter = 0; counter < plan.generation().counters().size(); counter++) {
      add(devices.parts().get(part).load().rest(counter));
    }
    for (int i = 0; i < plan.generation().distinctTraits(); i++) {
      var draw = plan.generation().draw(i);
      for (int j = 0; j < draw.fixed(); j++) {
        refine(first + draw.fixedCounter(j), draw.fixedAmount(j));
      }
      for (int option = 0; option < ask.options().size(); option++) {
        plan.termsOf(option, i)
            .counters()
            .forEach((counter, amount) -> refine(first + counter, amount));
      }
    }
  }

  private void add(Quantity rest) {
    left.add(rest);
    scales.add(Amounts.UNITS.orFinerFor(rest));
  }

  private void refine(int budget, Quantity amount) {
    scales.set(budget, scales.get(budget).orFinerFor(amount));
  }

  private void addCapacities(int device) {
    firstCapacity[device] = left.size();
    if (!Bits.has(to.shareable, device)) {
      return;
    }
    var plan = devices.plan(device);
    int row = devices.row(device);
    var generation = plan.generation();
    var capacity = generation.traits(generation.traitsNumber(row)).capacity();
    int budget = left.size();
    for (var entry : capacity.entrySet()) {
      var name = entry.getKey();
      add(entry.getValue().value().subtract(devices.load(device).consumed(row, name)));
      for (int option = 0; option < ask.options().size(); option++) {
        var amount = plan.terms(option, row).capacity().get(name);
        if (amount != null) {
          refine(budget, amount);
        }
      }
      budget++;
    }
  }

  private void charges() {
    to.once = new Charge[to.devices];
    to.each = new Charge[to.need.length][to.devices];
    var known = new HashMap<List<Object>, Charge>();
    for (int device = 0; device < to.devices; device++) {
      int first = firstCounter[devices.partNumber(device)];
      var draw = draw(device);
      to.once[device] =
          first < 0 || draw.fixed() == 0
              ? Charge.NOTHING
              : known.computeIfAbsent(List.of(first, draw), _ -> fixed(draw, first));
      for (int option = 0; option < to.each.length; option++) {
        to.each[option][device] = requested(option, device, first);
      }
    }
  }

  private Draw draw(int device) {
    var generation = devices.plan(device).generation();
    return generation.draw(generation.traitsNumber(devices.row(device)));
  }

  private Charge fixed(Draw draw, int first) {
    var amounts = new HashMap<Integer, Quantity>();
    for (int i = 0; i < draw.fixed(); i++) {
      amounts.merge(first + draw.fixedCounter(i), draw.fixedAmount(i), Quantity::add);
    }
    return charge(amounts);
  }

  private Charge requested(int option, int device, int first) {
    var terms = devices.plan(device).terms(option, devices.row(device));
    var shareable = Bits.has(to.shareable, device) && !terms.capacity().isEmpty();
    if (terms.counters().isEmpty() && !shareable) {
      return Charge.NOTHING;
    }
    var amounts = new HashMap<Integer, Quantity>();
    if (first >= 0) {
      terms.counters().forEach((counter, amount) -> amounts.put(first + counter, amount));
    }
    if (shareable) {
      addCapacities(device, terms.capacity(), amounts);
    }
    return charge(amounts);
  }

  private void addCapacities(
      int device, Map<String, Quantity> taken, Map<Integer, Quantity> amounts) {
    var generation = devices.plan(device).generation();
    int budget = firstCapacity[device];
    for (var name :
        generation.traits(generation.traitsNumber(devices.row(device))).capacity().keySet()) {
      var amount = taken.get(name);
      if (amount != null) {
        amounts.put(budget, amount);
      }
      budget++;
    }
  }

  private Charge charge(Map<Integer, Quantity> amounts) {
    var budgets = amounts.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    var scaled =
        Arrays.stream(budgets)
            .mapToLong(budget -> scaled(budget, amounts.getOrDefault(budget, Quantity.ZERO)))
            .toArray();
    return new Charge(budgets, scaled);
  }

  private long scaled(int budget, Quantity amount) {
    to.negative |= amount.sign() < 0;
    return scales.get(budget).of(amount, to.wide);
  }

  /**
   * Takes out the candidates that could not even be the first. Of an option that takes all they
   * stay: whether a constraint or the shortage is met first matters there.
   */
  private void dropUnaffordable() {
    if (to.negative) {
      return;
    }
    for (int option = 0; option < to.each.length; option++) {
      if (to.takesAll[option] || to.admin[option]) {
        continue;
      }
      var candidates = to.candidates[option];
      for (int d = Bits.next(candidates, 0); d >= 0; d = Bits.next(candidates, d + 1)) {
        if (!canPay(to.each[option][d]) || (!Bits.has(to.charged, d) && !canPay(to.once[d]))) {
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
