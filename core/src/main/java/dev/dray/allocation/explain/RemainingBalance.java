package dev.dray.allocation.explain;

import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.search.Trail;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.CounterDraw;
import dev.dray.ledger.GroupState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The balance left on a node after some devices were given to requests: the same as {@link Trail}
 * keeps, but by name and in quantities, for explanations. For one thread.
 */
final class RemainingBalance {
  private record Counter(int part, int number) {}

  private record CounterSet(int part, int number) {}

  private record Capacity(int device, String name) {}

  private final AllocationRequest request;
  private final NodeCandidates devices;
  private final Map<Counter, Quantity> used = new HashMap<>();
  private final Map<CounterSet, GroupState> groups = new HashMap<>();
  private final Map<Capacity, Quantity> consumed = new HashMap<>();

  /** For each device, the alternatives that took it, in order; its shares may belong to several. */
  private final Map<Integer, int[]> takers = new TreeMap<>();

  /** For each constraint, the elements in common or used; absent before the first device. */
  private final Map<Integer, int[]> elements = new HashMap<>();

  RemainingBalance(AllocationRequest request, NodeCandidates devices) {
    this.request = request;
    this.devices = devices;
  }

  /** Returns for each device the alternatives that took it. */
  Map<Integer, int[]> takers() {
    return takers;
  }

  /**
   * Returns the alternative that has this device already, if that keeps this alternative from
   * having it.
   */
  OptionalInt keeper(int alternative, int device, boolean shareable) {
    var takenBy = takers.get(device);
    if (takenBy == null || shareable) {
      return OptionalInt.empty();
    }
    var asking = request.alternative(alternative);
    return Arrays.stream(takenBy)
        .filter(it -> !asking.admin() || request.alternative(it).claim() == asking.claim())
        .findFirst();
  }

  /** Returns whether the fixed charge of the device has been charged. */
  boolean isCharged(Part part, int row, int device) {
    return part.load().shared(row)
        || (takers.containsKey(device)
            && Arrays.stream(takers.get(device)).anyMatch(it -> !request.alternative(it).admin()));
  }

  Quantity rest(int part, int counter) {
    var rest = devices.parts().get(part).load().rest(counter);
    if (used.isEmpty()) {
      return rest;
    }
    var more = used.get(new Counter(part, counter));
    return more == null ? rest : rest.subtract(more);
  }

  GroupState groups(int part, int set) {
    var known = groups.get(new CounterSet(part, set));
    return known == null ? devices.parts().get(part).load().groups(set) : known;
  }

  /** Returns the consumed amount of a capacity of a shareable device. */
  Quantity consumed(Part part, int row, int device, String name) {
    var more = consumed.get(new Capacity(device, name));
    var before = part.load().consumed(row, name);
    return more == null ? before : before.add(more);
  }

  /** Returns the elements in common so far, or used; empty before the first device. */
  Optional<int[]> elements(int constraint) {
    return Optional.ofNullable(elements.get(constraint));
  }

  void take(int alternative, int device) {
    int number = devices.partNumber(device);
    var part = devices.parts().get(number);
    int row = devices.row(device);
    if (!request.alternative(alternative).admin()) {
      charge(alternative, device, number, part, row);
    }
    for (int constraint : request.covering()[alternative]) {
      constrain(constraint, part.candidates().values[constraint][alternative][row]);
    }
    var before = takers.getOrDefault(device, new int[] {});
    var after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = alternative;
    takers.put(device, after);
  }

  private void charge(int alternative, int device, int number, Part part, int row) {
    var generation = part.candidates().generation();
    int traits = generation.traitsNumber(row);
    if (!isCharged(part, row, device)) {
      chargeOnce(generation.draw(traits), number);
    }
    var terms = part.candidates().terms(alternative, row);
    terms.counters().forEach((counter, amount) -> use(number, counter, amount));
    if (generation.traits(traits).shareable()) {
      terms
          .capacity()
          .forEach((name, it) -> consumed.merge(new Capacity(device, name), it, Quantity::add));
    }
  }

  private void chargeOnce(CounterDraw counterDraw, int part) {
    for (int i = 0; i < counterDraw.sets(); i++) {
      var state = groups(part, counterDraw.set(i)).with(counterDraw.groups(i));
      groups.put(new CounterSet(part, counterDraw.set(i)), state);
    }
    for (int i = 0; i < counterDraw.fixed(); i++) {
      use(part, counterDraw.fixedCounter(i), counterDraw.fixedAmount(i));
    }
  }

  private void use(int part, int counter, Quantity amount) {
    used.merge(new Counter(part, counter), amount, Quantity::add);
  }

  private void constrain(int constraint, int set) {
    var values = set < 0 ? new int[] {} : request.values().elements(set);
    var before = elements.get(constraint);
    if (before == null) {
      elements.put(constraint, values);
    } else if (request.constraints().get(constraint).distinct()) {
      var all = Arrays.copyOf(before, before.length + values.length);
      System.arraycopy(values, 0, all, before.length, values.length);
      elements.put(constraint, all);
    } else {
      elements.put(constraint, common(before, values));
    }
  }

  static int[] common(int[] some, int[] others) {
    return Arrays.stream(some)
        .filter(it -> Arrays.stream(others).anyMatch(other -> other == it))
        .toArray();
  }
}
