package dev.dray.api.validation;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Spelling;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The rules for mixins, for what includes them, and for the sums over a slice that uses them
 * (KEP-5234).
 */
final class MixinRules {
  private static final int INCLUDES_MAX = 8;
  static final int ENTRIES_MAX = 4096;
  static final int COUNTERS_MAX = 256;
  static final int CONSUMED_MAX = 2048;
  private static final String GATE_IS_OFF =
      "may not be set while the feature gate %s is disabled"
          .formatted(Gate.DRA_RESOURCE_SLICE_MIXINS.gateName());
  private static final String FLATTEN =
      "enable the feature gate, or write the slices without mixins: dray flatten -o yaml does that";
  private static final ResourceSliceMixins NONE =
      new ResourceSliceMixins(List.of(), List.of(), List.of());

  /** The permission for anything in a slice to include mixins. */
  enum Including {
    ALLOWED,
    GATE_OFF
  }

  private final ResourceSliceSpec spec;
  private final Including including;
  private final ResourceSliceMixins mixins;

  /** The stored mixins, of any sort. */
  private final Set<Object> stored = new HashSet<>();

  private final CapacityRules capacities;
  private final CounterRules counters;
  private final Set<String> deviceMixins;
  private final Map<String, DeviceCounterConsumptionMixin> consumptionMixins =
      new LinkedHashMap<>();
  private final Set<String> counterSetMixins;

  MixinRules(
      ResourceSliceSpec spec,
      Optional<ResourceSliceSpec> old,
      Including including,
      CapacityRules capacities,
      CounterRules counters) {
    this.spec = spec;
    this.including = including;
    this.mixins = spec.mixins().orElse(NONE);
    old.flatMap(ResourceSliceSpec::mixins)
        .ifPresent(
            before -> {
              stored.addAll(before.device());
              stored.addAll(before.deviceCounterConsumption());
              stored.addAll(before.counterSet());
            });
    this.capacities = capacities;
    this.counters = counters;
    this.deviceMixins = names(mixins.device(), DeviceMixin::name);
    this.counterSetMixins = names(mixins.counterSet(), CounterSetMixin::name);
    for (var mixin : mixins.deviceCounterConsumption()) {
      consumptionMixins.put(mixin.name(), mixin);
    }
  }

  private static <T> Set<String> names(List<T> mixins, Function<T, String> name) {
    var names = new LinkedHashSet<String>();
    mixins.forEach(mixin -> names.add(name.apply(mixin)));
    return names;
  }

  /** Checks the mixins themselves. Their number is limited by what they declare. */
  Violations mixins(FieldPath at) {
    var device = at.child("device");
    var consumption = at.child("deviceCounterConsumption");
    var set = at.child("counterSet");
    return Violations.each(mixins.device(), device, this::device)
        .and(RuleChecks.unique(mixins.device(), device, DeviceMixin::name))
        .and(
            Violations.each(
                mixins.deviceCounterConsumption(),
                consumption,
                (mixin, place) ->
                    NameRules.requiredShortName(mixin.name(), place.child("name"))
                        .and(
                            counters.consumedMixin(
                                mixin.counters(), stored(mixin), place.child("counters")))))
        .and(
            RuleChecks.unique(
                mixins.deviceCounterConsumption(),
                consumption,
                DeviceCounterConsumptionMixin::name))
        .and(
            Violations.each(
                mixins.counterSet(),
                set,
                (mixin, place) ->
                    NameRules.requiredShortName(mixin.name(), place.child("name"))
                        .and(
                            counters.availableMixin(
                                mixin.counters(), stored(mixin), place.child("counters")))))
        .and(RuleChecks.unique(mixins.counterSet(), set, CounterSetMixin::name));
  }

  /**
   * Returns whether the mixin is stored: it may then keep to the looser rules of an earlier
   * version.
   */
  private Stored stored(Object mixin) {
    return stored.contains(mixin) ? Stored.UNCHANGED : Stored.NEW;
  }

  private Violations device(DeviceMixin mixin, FieldPath at) {
    var named = NameRules.requiredShortName(mixin.name(), at.child("name"));
    return named
        .and(AttributeRules.attributes(mixin.attributes(), at.child("attributes")))
        .and(
            stored(mixin) == Stored.UNCHANGED
                ? Violations.NONE
                : capacities.capacities(
                    mixin.capacity(), CapacityRules.Sharing.SHARED, at.child("capacity")))
        .and(SpellingRules.oneSpelling(mixin.attributes(), spec.driver(), at.child("attributes")))
        .and(SpellingRules.oneSpelling(mixin.capacity(), spec.driver(), at.child("capacity")));
  }

  Violations deviceIncludes(List<String> includes, FieldPath at) {
    return includes(includes, deviceMixins, "spec.mixins.device", at);
  }

  Violations counterSetIncludes(List<String> includes, FieldPath at) {
    return includes(includes, counterSetMixins, "spec.mixins.counterSet", at);
  }

  Violations consumptionIncludes(DeviceCounterConsumption consumption, FieldPath at) {
    if (consumption.includes().isEmpty()) {
      return Violations.NONE;
    }
    var known = consumptionMixins.keySet();
    return includes(
            consumption.includes(),
            known,
            "spec.mixins.deviceCounterConsumption",
            at.child("includes"))
        .and(requestDriven(consumption, at.child("counters")));
  }

  private Violations includes(List<String> includes, Set<String> known, String list, FieldPath at) {
    if (includes.isEmpty()) {
      return Violations.NONE;
    }
    return switch (including) {
      case ALLOWED ->
          RuleChecks.set(
              includes,
              INCLUDES_MAX,
              at,
              (name, place) -> include(name, known, list, place),
              Function.identity());
      case GATE_OFF -> Violations.of(Violation.forbidden(at, GATE_IS_OFF).hint(FLATTEN));
    };
  }

  private static Violations include(String name, Set<String> known, String list, FieldPath at) {
    if (known.contains(name)) {
      return Violations.NONE;
    }
    var format = NameRules.shortName(name, at);
    return format.isEmpty()
        ? Violations.of(
            Violation.notFound(at, name)
                .hint(
                    "no mixin of this slice in %s has this name".formatted(list)
                        + Spelling.nearest(name, new TreeSet<>(known))
                            .map("; did you mean \"%s\"?"::formatted)
                            .orElse("")))
        : format;
  }

  /**
   * Checks that request-driven counters fit into the record of the allocation; otherwise a device
   * could be published that no claim can ever get.
   */
  private Violations requestDriven(DeviceCounterConsumption consumption, FieldPath at) {
    var names = new HashSet<String>();
    for (var include : consumption.includes()) {
      var mixin = consumptionMixins.get(include);
      if (mixin != null) {
        addRequestDriven(mixin.counters(), names);
      }
    }
    addRequestDriven(consumption.counters(), names);
    return RuleChecks.tooMany(names.size(), SliceLimits.COUNTERS, at);
  }

  private static void addRequestDriven(Map<String, Counter> counters, Set<String> names) {
    counters.forEach(
        (name, counter) -> {
          if (counter.valueFrom().isPresent()) {
            names.add(name);
          } else {
            names.remove(name);
          }
        });
  }

  /** Checks the sums, which count what is declared, not what flattening would make of it. */
  Violations totals(FieldPath at) {
    long entries =
        sum(spec.devices(), device -> device.attributes().size() + device.capacity().size())
            + sum(mixins.device(), mixin -> mixin.attributes().size() + mixin.capacity().size());
    long available =
        sum(spec.sharedCounters(), set -> set.counters().size())
            + sum(mixins.counterSet(), mixin -> mixin.counters().size());
    long consumed =
        sum(
                spec.devices(),
                device -> sum(device.consumesCounters(), each -> each.counters().size()))
            + sum(mixins.deviceCounterConsumption(), mixin -> mixin.counters().size());
    return total(entries, ENTRIES_MAX, "attributes and capacities of devices and mixins", at)
        .and(total(available, COUNTERS_MAX, "counters of counter sets and mixins", at))
        .and(total(consumed, CONSUMED_MAX, "consumed counters of devices and mixins", at));
  }

  private static <T> long sum(List<T> items, ToLongFunction<T> size) {
    return items.stream().mapToLong(size).sum();
  }

  private static Violations total(long actual, int max, String what, FieldPath at) {
    return actual <= max
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(
                    at, actual, "the total number of %s must not exceed %d".formatted(what, max))
                .by("maxTotal"));
  }
}
