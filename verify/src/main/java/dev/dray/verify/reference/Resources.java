package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whether there is enough left: capacity, counters, and company that a device agrees with.
 *
 * <p>What the search has taken so far is added up anew each time.
 */
final class Resources {
  private final Rules rules;
  private final Usage usage;
  private final Amounts amounts;

  Resources(Rules rules, Usage usage) {
    this.rules = rules;
    this.usage = usage;
    this.amounts = new Amounts(rules);
  }

  /** A counter of a set. */
  private record CounterName(String set, String counter) implements Comparable<CounterName> {
    @Override
    public int compareTo(CounterName other) {
      int bySet = set.compareTo(other.set);
      return bySet != 0 ? bySet : counter.compareTo(other.counter);
    }
  }

  boolean couldEverFit(Wanted wanted, Wanted.Offer offer) {
    return fits(wanted, offer, Map.of())
        && amounts.ofCounters(offer.device(), offer.pool(), wanted.capacity()).stream()
            .allMatch(drawn -> drawn.amount().compareTo(drawn.total().value()) <= 0);
  }

  boolean capacityFits(Wanted wanted, Wanted.Offer offer, List<Taken> before) {
    return fits(wanted, offer, consumed(offer.device(), before));
  }

  private Map<String, Quantity> consumed(EffectiveDevice device, List<Taken> before) {
    var consumed = new TreeMap<String, Quantity>();
    for (var name : device.capacity().keySet()) {
      var sum = usage.consumed(device, name);
      for (var taken : before) {
        if (taken.name().equals(device.name())) {
          sum = sum.add(taken.consumedCapacity().getOrDefault(name, Quantity.ZERO));
        }
      }
      consumed.put(name, sum);
    }
    return consumed;
  }

  /** All amounts are computed first, as one that cannot be ends the attempt whatever else is. */
  private boolean fits(Wanted wanted, Wanted.Offer offer, Map<String, Quantity> consumed) {
    var device = offer.device();
    if (!rules.on(Gate.DRA_CONSUMABLE_CAPACITY)) {
      return true;
    }
    if (!amounts.hasAll(device, wanted.capacity())) {
      return false;
    }
    var charged = amounts.ofCapacity(device, wanted.capacity());
    var drawn = amounts.ofCounters(device, offer.pool(), wanted.capacity());
    return device.capacity().entrySet().stream()
            .allMatch(
                it ->
                    fits(
                        charged.getOrDefault(it.getKey(), Quantity.ZERO),
                        it.getValue(),
                        consumed.getOrDefault(it.getKey(), Quantity.ZERO)))
        && drawn.stream().noneMatch(it -> amounts.violates(it.amount(), it.total()));
  }

  private boolean fits(Quantity charged, DeviceCapacity capacity, Quantity consumed) {
    return !amounts.violates(charged, capacity)
        && consumed.add(charged).compareTo(capacity.value()) <= 0;
  }

  /** What taking the device would cost. */
  Taken charged(Wanted wanted, Wanted.Offer offer, List<Taken> before) {
    var device = offer.device();
    var share = device.shareable(rules);
    var further =
        share
            && (usage.isShared(device.name())
                || before.stream().anyMatch(it -> it.charged() && it.name().equals(device.name())));
    return new Taken(
        wanted,
        offer,
        share,
        true,
        !further,
        share ? amounts.ofCapacity(device, wanted.capacity()) : new TreeMap<>(),
        amounts.ofCounters(device, offer.pool(), wanted.capacity()));
  }

  boolean groupsAndCountersAdmit(Taken candidate, List<Taken> before) {
    return (!candidate.first() || groupsAdmit(candidate, before))
        && countersSuffice(candidate, before);
  }

  private boolean groupsAdmit(Taken candidate, List<Taken> before) {
    var states = new TreeMap<>(usage.groups(candidate.offer().pool()));
    for (var taken : before) {
      if (taken.first() && taken.pool().equals(candidate.pool())) {
        taken.offer().device().consumptions().forEach(it -> join(states, it));
      }
    }
    for (var consumption : candidate.offer().device().consumptions()) {
      var state = states.getOrDefault(consumption.set(), new GroupState.Nobody());
      if (!state.admits(consumption.groups())) {
        return false;
      }
      join(states, consumption);
    }
    return true;
  }

  private static void join(
      SortedMap<String, GroupState> states, EffectiveDevice.Consumption consumption) {
    var before = states.getOrDefault(consumption.set(), new GroupState.Nobody());
    states.put(consumption.set(), before.and(consumption.groups()));
  }

  private boolean countersSuffice(Taken candidate, List<Taken> before) {
    var needed = new TreeMap<CounterName, Quantity>();
    addCounters(candidate, needed);
    if (needed.isEmpty()) {
      return true;
    }
    var touched = List.copyOf(needed.keySet());
    before.stream()
        .filter(it -> it.charged() && it.pool().equals(candidate.pool()))
        .forEach(it -> addCounters(it, needed));
    var available = available(candidate.offer().pool());
    var compared =
        rules.has(Quirk.ALL_COUNTERS_COMPARED) ? List.copyOf(available.keySet()) : touched;
    return compared.stream()
        .allMatch(
            it ->
                !available.containsKey(it)
                    || needed
                            .getOrDefault(it, Quantity.ZERO)
                            .compareTo(available.getOrDefault(it, Quantity.ZERO))
                        <= 0);
  }

  private SortedMap<CounterName, Quantity> available(Pool pool) {
    var flat = new TreeMap<CounterName, Quantity>();
    usage
        .available(pool)
        .forEach(
            (set, counters) ->
                counters.forEach((name, left) -> flat.put(new CounterName(set, name), left)));
    return flat;
  }

  private static void addCounters(Taken taken, SortedMap<CounterName, Quantity> sums) {
    if (taken.first()) {
      for (var consumption : taken.offer().device().consumptions()) {
        consumption
            .counters()
            .forEach(
                (name, counter) ->
                    counter
                        .value()
                        .ifPresent(
                            value ->
                                sums.merge(
                                    new CounterName(consumption.set(), name),
                                    value,
                                    Quantity::add)));
      }
    }
    for (var drawn : taken.drawn()) {
      sums.merge(new CounterName(drawn.set(), drawn.counter()), drawn.amount(), Quantity::add);
    }
  }
}
