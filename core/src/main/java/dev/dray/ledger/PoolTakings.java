package dev.dray.ledger;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.PoolGeneration;
import dev.dray.ledger.Overlaps.Taking;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Predicate;

/**
 * The devices that a claim newly takes of one pool.
 *
 * @param before the usage of the pool without them
 */
record PoolTakings(PoolId pool, PoolUsage before, List<Taking> fresh) {

  List<String> devices() {
    return fresh.stream().map(taking -> taking.held().device()).distinct().toList();
  }

  /** Returns the first device that another result or claim holds already, as far as names tell. */
  Optional<Overlap> takenDevice() {
    return takenDevice(_ -> false);
  }

  /**
   * Returns the first device that cannot be taken because it is held already.
   *
   * @param forOneOnly whether a device of this name allows no shares
   */
  private Optional<Overlap> takenDevice(Predicate<String> forOneOnly) {
    var usage = before;
    for (var taking : fresh) {
      var name = taking.held().device();
      var use = usage.device(name).orElse(DeviceUse.NONE);
      var inTheWay = forOneOnly.test(name) ? use.all() : inTheWay(taking, use);
      if (!inTheWay.isEmpty()) {
        return Optional.of(
            new Overlap.Device(taking.result(), device(taking), others(inTheWay, taking)));
      }
      usage = usage.with(List.of(taking.held()));
    }
    return Optional.empty();
  }

  private static List<AllocatedShare> inTheWay(Taking taking, DeviceUse use) {
    var share = taking.held().share().shareId();
    return use.all().stream()
        .filter(it -> share.isEmpty() || it.shareId().isEmpty() || it.shareId().equals(share))
        .toList();
  }

  private static boolean isForOneOnly(PoolGeneration generation, String device) {
    var row = generation.row(device);
    return row.isPresent()
        && !generation.traits(generation.traitsNumber(row.getAsInt())).shareable();
  }

  private DeviceId device(Taking taking) {
    return new DeviceId(pool, taking.held().device());
  }

  private static List<Holder> others(List<AllocatedShare> holdings, Taking taking) {
    var own = taking.held().share().holder();
    return holdings.stream()
        .map(AllocatedShare::holder)
        .filter(holder -> !holder.isOfSameClaim(own))
        .toList();
  }

  /**
   * Returns the first device, capacity, counter or counter set of a generation that does not
   * suffice.
   *
   * @param load the load of the generation before
   */
  Optional<Overlap> overdrawn(PoolLoad load) {
    var after = load.with(before.with(fresh.stream().map(Taking::held).toList()));
    return takenDevice(name -> isForOneOnly(load.generation(), name))
        .or(() -> exceededCapacity(load, after))
        .or(() -> exceededCounter(load, after))
        .or(() -> strangeGroups(load));
  }

  private Optional<Overlap> exceededCapacity(PoolLoad load, PoolLoad after) {
    for (var taking : fresh) {
      var row = load.generation().row(taking.held().device());
      if (row.isPresent() && after.shared(row.getAsInt())) {
        int traits = load.generation().traitsNumber(row.getAsInt());
        for (var name : load.generation().traits(traits).capacity().keySet()) {
          var exceeded = exceededCapacity(load, after, taking, name);
          if (exceeded.isPresent()) {
            return exceeded;
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Overlap> exceededCapacity(
      PoolLoad load, PoolLoad after, Taking taking, String name) {
    var generation = load.generation();
    int row = generation.row(taking.held().device()).orElseThrow();
    var total = mostThereIs(generation, row, name);
    var used = load.consumed(row, name);
    var wanted = after.consumed(row, name);
    if (!exceeds(total, used, wanted)) {
      return Optional.empty();
    }
    var sharers = before.device(taking.held().device()).orElse(DeviceUse.NONE).shares();
    return Optional.of(
        new Overlap.Capacity(
            taking.result(),
            device(taking),
            name,
            total,
            used,
            wanted.subtract(used),
            others(sharers, taking)));
  }

  /**
   * Returns the larger of what the driver and what patches say that a device has of a capacity.
   *
   * <p>A scheduler applies patches or not, by a feature gate of its own that is not known here. If
   * a patch lowers a capacity, a scheduler that does not apply it would otherwise be refused again
   * and again. A capacity that only a patch adds has the patched amount: a scheduler that does not
   * apply the patch does not know the capacity, and consumes nothing of it.
   */
  private static Quantity mostThereIs(PoolGeneration generation, int row, String name) {
    var patched = generation.traits(generation.traitsNumber(row)).capacity().get(name);
    var published = generation.unpatchedCapacity(row).get(name);
    var total = requireNonNull(patched, name).value();
    return published == null || published.value().compareTo(total) < 0 ? total : published.value();
  }

  /** Returns whether more is wanted than there is, and more than is used anyway. */
  private static boolean exceeds(Quantity total, Quantity used, Quantity wanted) {
    return wanted.compareTo(used) > 0 && wanted.compareTo(total) > 0;
  }

  private Optional<Overlap> exceededCounter(PoolLoad load, PoolLoad after) {
    var counters = load.generation().counters();
    for (int counter = 0; counter < counters.size(); counter++) {
      var total = counters.total(counter);
      var used = total.subtract(load.rest(counter));
      var wanted = total.subtract(after.rest(counter));
      if (exceeds(total, used, wanted)) {
        var counterConsumers = CounterConsumers.ofCounter(load.generation(), counter);
        var taking =
            fresh.stream()
                .filter(it -> counterConsumers.has(it.held()))
                .findFirst()
                .orElse(fresh.getFirst());
        var set = counters.setName(counters.setOf(counter));
        return Optional.of(
            new Overlap.Counter(
                taking.result(),
                pool,
                new CounterId(set, counters.name(counter)),
                total,
                used,
                wanted.subtract(used),
                others(counterConsumers.among(before), taking)));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the first device whose groups its counter sets do not admit. A device joins its counter
   * sets once, when no share of it is held yet. With the gate off groups are not recorded either,
   * so compatibility cannot be checked.
   */
  private Optional<Overlap> strangeGroups(PoolLoad load) {
    if (!load.countsGroups()) {
      return Optional.empty();
    }
    var states = new LinkedHashMap<Integer, GroupState>();
    var joined = new LinkedHashSet<String>();
    for (var taking : fresh) {
      var name = taking.held().device();
      if (before.device(name).isPresent() || !joined.add(name)) {
        continue;
      }
      for (int set : setsOf(load.generation(), taking)) {
        var state = states.computeIfAbsent(set, load::groups);
        var groups = groups(load.generation(), taking, set);
        if (!state.admits(groups)) {
          return Optional.of(strange(load.generation(), taking, set, groups, state));
        }
        states.put(set, state.with(groups));
      }
    }
    return Optional.empty();
  }

  private Overlap strange(
      PoolGeneration generation, Taking taking, int set, List<String> groups, GroupState state) {
    return new Overlap.Groups(
        taking.result(),
        device(taking),
        generation.counters().setName(set),
        groups,
        state,
        others(CounterConsumers.ofSet(generation, set).among(before), taking));
  }

  private static List<String> groups(PoolGeneration generation, Taking taking, int set) {
    var held = taking.held();
    var name = generation.counters().setName(set);
    return held.share().groups(name, declared(generation, held.device(), set));
  }

  private static List<String> declared(PoolGeneration generation, String device, int set) {
    return generation
        .rows(device)
        .mapToObj(row -> generation.draw(generation.traitsNumber(row)).groupsIn(set))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(List.of());
  }

  /** Returns the published sets that the device draws from, or that were recorded for it. */
  private static SequencedSet<Integer> setsOf(PoolGeneration generation, Taking taking) {
    var sets = new LinkedHashSet<Integer>();
    for (int set = 0; set < generation.counters().sets(); set++) {
      if (CounterConsumers.ofSet(generation, set).has(taking.held())) {
        sets.add(set);
      }
    }
    return sets;
  }
}
