package dev.dray.api.validation;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import dev.dray.api.validation.meta.MetadataRules;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The rules for slices. */
final class SliceRules {
  private static final FieldPath SPEC = FieldPath.of("spec");

  private final Gates gates;
  private final RequestPolicyRules policies;

  SliceRules(Gates gates) {
    this.gates = gates;
    this.policies = new RequestPolicyRules(gates);
  }

  Violations create(ResourceSlice slice) {
    return MetadataRules.create(slice.metadata(), slice.kind())
        .and(spec(slice.spec(), Optional.empty()));
  }

  Violations update(ResourceSlice slice, ResourceSlice old) {
    return MetadataRules.update(slice.metadata(), old.metadata(), slice.kind())
        .and(spec(slice.spec(), Optional.of(old.spec())));
  }

  private Violations spec(ResourceSliceSpec spec, Optional<ResourceSliceSpec> old) {
    var limits = SliceLimits.of(spec);
    var capacities = new CapacityRules(policies);
    var counters = new CounterRules(policies, limits);
    var mixins = new MixinRules(spec, old, including(old), capacities, counters);
    return identity(spec, old)
        .and(NodeSelectionRules.slice(spec, SPEC))
        .and(devicesOrCounters(spec))
        .and(spec.mixins().isEmpty() ? Violations.NONE : mixins.mixins(SPEC.child("mixins")))
        .and(devices(spec, old, limits, capacities, counters, mixins))
        .and(counterSets(spec, old, counters, mixins))
        .and(limits.totals() == SliceLimits.Totals.LIMITED ? mixins.totals(SPEC) : Violations.NONE)
        .and(partitionType(spec, old))
        .and(
            BindingRules.skippedOperations(
                spec.skipNodeOperations(),
                old.map(ResourceSliceSpec::skipNodeOperations).orElse(List.of()),
                SPEC.child("skipNodeOperations")));
  }

  /**
   * Returns whether mixins may be included. A stored use outranks the gate, as it does where fields
   * are dropped.
   */
  private MixinRules.Including including(Optional<ResourceSliceSpec> old) {
    return gates.enabled(Gate.DRA_RESOURCE_SLICE_MIXINS)
            || old.filter(it -> it.mixins().isPresent() || SliceLimits.usesMixins(it)).isPresent()
        ? MixinRules.Including.ALLOWED
        : MixinRules.Including.GATE_OFF;
  }

  private static Violations identity(ResourceSliceSpec spec, Optional<ResourceSliceSpec> old) {
    return NameRules.driverName(spec.driver(), SPEC.child("driver"))
        .and(pool(spec.pool(), SPEC.child("pool")))
        .and(old.map(before -> kept(spec, before)).orElse(Violations.NONE));
  }

  private static Violations kept(ResourceSliceSpec spec, ResourceSliceSpec old) {
    return kept(spec.pool().name(), old.pool().name(), SPEC.child("pool").child("name"))
        .and(kept(spec.driver(), old.driver(), SPEC.child("driver")))
        .and(
            RuleChecks.immutable(
                spec.nodeName(),
                old.nodeName(),
                SPEC.child("nodeName"),
                spec.nodeName().map(name -> '"' + name + '"').orElse("null")));
  }

  private static Violations kept(String value, String old, FieldPath at) {
    return value.equals(old)
        ? Violations.NONE
        : Violations.of(Violation.invalid(at, value, RuleChecks.IMMUTABLE).by("immutable"));
  }

  private static Violations pool(ResourcePool pool, FieldPath at) {
    var found = NameRules.poolName(pool.name(), at.child("name"));
    if (pool.resourceSliceCount() <= 0) {
      found =
          found.and(
              Violation.invalid(
                      at.child("resourceSliceCount"),
                      pool.resourceSliceCount(),
                      "must be greater than zero")
                  .by("minimum"));
    }
    return pool.generation() >= 0
        ? found
        : found.and(
            Violation.invalid(
                    at.child("generation"),
                    pool.generation(),
                    "must be greater than or equal to zero")
                .by("minimum"));
  }

  private static Violations devicesOrCounters(ResourceSliceSpec spec) {
    return spec.counterSetList().isPresent() && spec.deviceList().isPresent()
        ? Violations.of(
            Violation.invalid(SPEC, "", "only one of `sharedCounters` or `devices` is allowed")
                .by("union")
                .hint("publish the shared counters in a slice of their own, in the same pool"))
        : Violations.NONE;
  }

  private static Violations devices(
      ResourceSliceSpec spec,
      Optional<ResourceSliceSpec> old,
      SliceLimits limits,
      CapacityRules capacities,
      CounterRules counters,
      MixinRules mixins) {
    var unchanged = Stored.of(spec.devices(), old.map(ResourceSliceSpec::devices));
    var rules = new DeviceRules(spec, limits, capacities, counters, mixins, unchanged);
    var stored = byName(old.map(ResourceSliceSpec::devices), Device::name);
    if (spec.devices().size() > limits.devices()) {
      return tooManyDevices(spec.devices().size(), limits);
    }
    return RuleChecks.set(
        spec.devices(),
        limits.devices(),
        SPEC.child("devices"),
        (device, at) -> rules.device(device, Optional.ofNullable(stored.get(device.name())), at),
        Device::name);
  }

  private static Violations tooManyDevices(int devices, SliceLimits limits) {
    var violation = Violation.tooMany(SPEC.child("devices"), devices, limits.devices());
    int slices = (devices + limits.devices() - 1) / limits.devices();
    var advice =
        "spread them over %d slices of the pool, each with resourceSliceCount: %d"
            .formatted(slices, slices);
    return Violations.of(
        violation.hint(
            limits.isAdvanced()
                ? "the limit is this low because a device has taints, consumesCounters or a list"
                    + " as attribute; "
                    + advice
                : advice));
  }

  private static Violations counterSets(
      ResourceSliceSpec spec,
      Optional<ResourceSliceSpec> old,
      CounterRules counters,
      MixinRules mixins) {
    var stored = byName(old.map(ResourceSliceSpec::sharedCounters), CounterSet::name);
    return RuleChecks.set(
        spec.sharedCounters(),
        SliceLimits.COUNTER_SETS,
        SPEC.child("sharedCounters"),
        (set, at) ->
            counters
                .counterSet(set, Stored.of(set, Optional.ofNullable(stored.get(set.name()))), at)
                .and(mixins.counterSetIncludes(set.includes(), at.child("includes"))),
        CounterSet::name);
  }

  /**
   * Returns the items by name; used for lookups only. The first of several with one name counts, as
   * upstream.
   */
  private static <T> Map<String, T> byName(Optional<List<T>> items, Function<T, String> name) {
    var byName = new HashMap<String, T>();
    items.orElse(List.of()).forEach(item -> byName.putIfAbsent(name.apply(item), item));
    return byName;
  }

  private Violations partitionType(ResourceSliceSpec spec, Optional<ResourceSliceSpec> old) {
    if (spec.partitionTypeAttribute().isEmpty()) {
      return Violations.NONE;
    }
    var name = spec.partitionTypeAttribute().get();
    var at = SPEC.child("partitionTypeAttribute");
    boolean unchanged =
        old.flatMap(ResourceSliceSpec::partitionTypeAttribute).filter(name::equals).isPresent();
    var allowed =
        gates.enabled(Gate.DRA_PARTITIONABLE_DEVICES_TYPE)
            ? NameRules.fullyQualifiedName(name, at)
            : Violations.of(
                Violation.forbidden(at, "")
                    .hint("the feature gate DRAPartitionableDevicesType is disabled"));
    return (unchanged ? Violations.NONE : allowed)
        .and(PartitionTypeRules.partitions(name, spec, DeviceMixins.of(spec), SPEC));
  }
}
