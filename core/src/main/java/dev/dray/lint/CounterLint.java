package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The check for devices that consume counters their pool does not have. */
record CounterLint(List<LintFinding> remarks) {
  private static final FieldPath SPEC = FieldPath.of("spec");

  void look(List<SlicePool> pools) {
    for (var pool : pools) {
      new OfPool(pool).look();
    }
  }

  /** The subject of a mistake; a driver makes it for all devices of a model at once. */
  private record Mistake(LintRule rule, String set, String counter) {}

  /**
   * A finding about the first device that has a mistake, with the number of other devices that have
   * it.
   */
  private record Repeated(LintFinding lintFinding, int others) {
    Repeated again() {
      return new Repeated(lintFinding, others + 1);
    }
  }

  /** The check of one pool. */
  private final class OfPool {
    private final SlicePool pool;
    private final Map<String, Map<String, Counter>> sets = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();

    OfPool(SlicePool pool) {
      this.pool = pool;
      for (var slice : pool.newest()) {
        var mixins = setMixins(slice);
        for (var set : slice.spec().sharedCounters()) {
          sets.putIfAbsent(set.name(), merged(set.includes(), set.counters(), mixins));
        }
      }
    }

    void look() {
      pool.newest().forEach(this::look);
      // An unused set is usually one that is misspelt where it is used.
      if (pool.complete() && sets.keySet().containsAll(used)) {
        pool.newest().forEach(this::unused);
      }
    }

    private void look(ResourceSlice slice) {
      var mixins = consumptionMixins(slice);
      var found = new LinkedHashMap<Mistake, Repeated>();
      for (int i = 0; i < slice.spec().devices().size(); i++) {
        var device = slice.spec().devices().get(i);
        for (int j = 0; j < device.consumesCounters().size(); j++) {
          var path = SPEC.child("devices").index(i).child("consumesCounters").index(j);
          new OfConsumption(slice, device, device.consumesCounters().get(j), path, found)
              .look(mixins);
        }
      }
      found
          .values()
          .forEach(
              it ->
                  remarks.add(
                      new LintFinding(
                          it.lintFinding().rule(),
                          it.lintFinding().severity(),
                          it.lintFinding().about(),
                          it.lintFinding().path(),
                          it.lintFinding().message() + LintPhrases.andDevices(it.others()),
                          it.lintFinding().hint())));
    }

    private void unused(ResourceSlice slice) {
      for (int i = 0; i < slice.spec().sharedCounters().size(); i++) {
        var name = slice.spec().sharedCounters().get(i).name();
        if (!used.contains(name)) {
          remarks.add(
              LintFinding.warning(
                      LintRule.UNUSED_COUNTER_SET,
                      ObjectName.of(slice),
                      SPEC.child("sharedCounters").index(i).child("name"),
                      "no device of pool %s consumes from the counter set %s"
                          .formatted(pool.id(), name))
                  .hint(
                      "devices name the set they share in consumesCounters[].counterSet; without"
                          + " that, nothing limits them"));
        }
      }
    }

    /** The check of what one device consumes from one set. */
    private final class OfConsumption {
      private final ResourceSlice slice;
      private final Device device;
      private final DeviceCounterConsumption consumption;
      private final FieldPath path;
      private final Map<Mistake, Repeated> found;

      OfConsumption(
          ResourceSlice slice,
          Device device,
          DeviceCounterConsumption consumption,
          FieldPath path,
          Map<Mistake, Repeated> found) {
        this.slice = slice;
        this.device = device;
        this.consumption = consumption;
        this.path = path;
        this.found = found;
      }

      void look(Map<String, Map<String, Counter>> mixins) {
        var set = sets.get(consumption.counterSet());
        used.add(consumption.counterSet());
        if (set == null) {
          // If there is no set at all, the slice of counter sets is missing.
          if (pool.complete() || !sets.isEmpty()) {
            danglingSet();
          }
          return;
        }
        merged(consumption.includes(), consumption.counters(), mixins)
            .forEach((name, counter) -> look(name, counter, set));
      }

      private void look(String name, Counter wanted, Map<String, Counter> set) {
        var there = set.get(name);
        if (there == null) {
          danglingCounter(name, set);
          return;
        }
        var total = there.value().orElse(Quantity.ZERO);
        if (wanted.value().isPresent() && wanted.value().get().compareTo(total) > 0) {
          tooMuch(name, wanted.value().get(), total);
        }
      }

      private void danglingSet() {
        var message =
            "device %s consumes from the counter set %s, but no slice of pool %s has it: %s"
                .formatted(device.name(), consumption.counterSet(), pool.id(), consequence());
        add(
            new Mistake(LintRule.DANGLING_COUNTER_SET, consumption.counterSet(), ""),
            () ->
                remark(LintRule.DANGLING_COUNTER_SET, path.child("counterSet"), message)
                    .hint(LintPhrases.didYouMean(consumption.counterSet(), sets.keySet())));
      }

      private void danglingCounter(String name, Map<String, Counter> set) {
        var message =
            "device %s consumes the counter %s, which the counter set %s does not have: %s"
                .formatted(device.name(), name, consumption.counterSet(), consequence());
        add(
            new Mistake(LintRule.DANGLING_COUNTER, consumption.counterSet(), name),
            () ->
                remark(LintRule.DANGLING_COUNTER, at(name), message)
                    .hint(LintPhrases.didYouMean(name, set.keySet())));
      }

      private void tooMuch(String name, Quantity wanted, Quantity total) {
        add(
            new Mistake(LintRule.NEVER_ALLOCATABLE, consumption.counterSet(), name),
            () ->
                LintFinding.warning(
                        LintRule.NEVER_ALLOCATABLE,
                        ObjectName.of(slice),
                        at(name),
                        "device %s consumes %s of the counter %s, but the counter set %s has only %s: the device can never be allocated"
                            .formatted(
                                device.name(), wanted, name, consumption.counterSet(), total))
                    .hint("a device can consume at most what the counter set has in total"));
      }

      private String consequence() {
        return pool.complete()
            ? "the pool is invalid, and none of its devices can be allocated"
            : "it may be in a slice that is missing";
      }

      private LintFinding remark(LintRule rule, FieldPath at, String message) {
        return pool.complete()
            ? LintFinding.error(rule, ObjectName.of(slice), at, message)
            : LintFinding.warning(rule, ObjectName.of(slice), at, message);
      }

      /** Returns the path from which the device has the counter. */
      private FieldPath at(String counter) {
        return consumption.counters().containsKey(counter)
            ? path.child("counters").key(counter)
            : path.child("includes");
      }

      private void add(Mistake mistake, Supplier<LintFinding> remark) {
        var known = found.get(mistake);
        found.put(mistake, known == null ? new Repeated(remark.get(), 0) : known.again());
      }
    }
  }

  private static Map<String, Map<String, Counter>> setMixins(ResourceSlice slice) {
    return byName(
        slice.spec().mixins().map(ResourceSliceMixins::counterSet).orElse(List.of()),
        CounterSetMixin::name,
        CounterSetMixin::counters);
  }

  private static Map<String, Map<String, Counter>> consumptionMixins(ResourceSlice slice) {
    return byName(
        slice.spec().mixins().map(ResourceSliceMixins::deviceCounterConsumption).orElse(List.of()),
        DeviceCounterConsumptionMixin::name,
        DeviceCounterConsumptionMixin::counters);
  }

  private static <T> Map<String, Map<String, Counter>> byName(
      List<T> mixins, Function<T, String> name, Function<T, Map<String, Counter>> counters) {
    return mixins.stream().collect(Collectors.toMap(name, counters, (one, _) -> one, HashMap::new));
  }

  /**
   * Merges included and own counters: a later include wins over an earlier one, own counters over
   * all.
   */
  private static Map<String, Counter> merged(
      List<String> includes, Map<String, Counter> own, Map<String, Map<String, Counter>> mixins) {
    if (includes.isEmpty()) {
      return own;
    }
    var all = new LinkedHashMap<String, Counter>();
    includes.forEach(include -> all.putAll(mixins.getOrDefault(include, Map.of())));
    all.putAll(own);
    return all;
  }
}
