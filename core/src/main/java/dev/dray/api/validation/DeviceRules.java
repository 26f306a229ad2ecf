package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules for the devices of one slice. */
final class DeviceRules {
  private final ResourceSliceSpec spec;
  private final SliceLimits limits;
  private final CapacityRules capacities;
  private final CounterRules counters;
  private final MixinRules mixins;
  private final DeviceMixins effective;

  /**
   * The state of the whole list: while an update leaves it as it was, some rules check no device
   * again.
   */
  private final Stored allDevices;

  DeviceRules(
      ResourceSliceSpec spec,
      SliceLimits limits,
      CapacityRules capacities,
      CounterRules counters,
      MixinRules mixins,
      Stored allDevices) {
    this.spec = spec;
    this.limits = limits;
    this.capacities = capacities;
    this.counters = counters;
    this.mixins = mixins;
    this.effective = DeviceMixins.of(spec);
    this.allDevices = allDevices;
  }

  /** Checks one device; {@code old} is the stored one of the same name. */
  Violations device(Device device, Optional<Device> old, FieldPath at) {
    var found = Violations.NONE;
    if (!Formats.isDnsLabel(device.name())) {
      found = NameRules.dnsLabel(device.name(), at.child("name"));
    }
    return found
        .and(size(device, at))
        .and(attributes(device, at))
        .and(capacity(device, old, at))
        .and(taints(device, old, at))
        .and(consumptions(device, Stored.of(device, old), at))
        .and(NodeSelectionRules.device(device, spec, at))
        .and(
            BindingRules.conditions(
                device.bindingConditions(), device.bindingFailureConditions(), at))
        .and(nodeAllocatable(device, at))
        .and(spelling(device, Stored.of(device, old), at));
  }

  private Violations size(Device device, FieldPath at) {
    int entries = device.attributes().size() + device.capacity().size();
    int values = values(device.attributes());
    if (!device.includes().isEmpty() && mayBeTooLarge(device)) {
      var attributes = effective.attributes(device);
      entries = attributes.size() + effective.capacity(device).size();
      values = values(attributes);
    }
    var found = Violations.NONE;
    if (entries > SliceLimits.ENTRIES_PER_DEVICE) {
      found =
          found.and(
              tooLarge(entries, "attributes and capacities", SliceLimits.ENTRIES_PER_DEVICE, at));
    }
    return values > SliceLimits.VALUES_PER_DEVICE
        ? found.and(tooLarge(values, "attribute values", SliceLimits.VALUES_PER_DEVICE, at))
        : found;
  }

  /**
   * Returns whether the device with its includes could exceed a limit. Flattening it takes longer
   * than all its other rules, and this sum, in which a name in two spellings counts twice, mostly
   * suffices.
   */
  private boolean mayBeTooLarge(Device device) {
    var attributes = new HashSet<String>();
    var capacities = new HashSet<String>();
    int entries = device.attributes().size() + device.capacity().size();
    int values = values(device.attributes());
    for (var include : device.includes()) {
      var mixin = effective.named(include);
      if (mixin.isPresent()) {
        values += values(mixin.get().attributes());
        entries += added(mixin.get().attributes(), device.attributes(), attributes);
        entries += added(mixin.get().capacity(), device.capacity(), capacities);
      }
    }
    return entries > SliceLimits.ENTRIES_PER_DEVICE || values > SliceLimits.VALUES_PER_DEVICE;
  }

  /** Returns how many names of a mixin neither the device nor an earlier mixin has. */
  private static int added(Map<String, ?> mixin, Map<String, ?> own, Set<String> earlier) {
    int added = 0;
    for (var name : mixin.keySet()) {
      if (!own.containsKey(name) && earlier.add(name)) {
        added++;
      }
    }
    return added;
  }

  static int values(Map<String, DeviceAttribute> attributes) {
    int values = 0;
    for (var attribute : attributes.values()) {
      values += AttributeRules.values(attribute);
    }
    return values;
  }

  static Violation tooLarge(int actual, String what, int max, FieldPath at) {
    return Violation.invalid(
            at, actual, "the total number of %s must not exceed %d".formatted(what, max))
        .by("maxTotal");
  }

  private Violations attributes(Device device, FieldPath at) {
    return device.attributes().isEmpty()
        ? Violations.NONE
        : AttributeRules.attributes(device.attributes(), at.child("attributes"));
  }

  private Violations capacity(Device device, Optional<Device> old, FieldPath at) {
    var sharing =
        device.allowMultipleAllocations().orElse(false)
            ? CapacityRules.Sharing.SHARED
            : CapacityRules.Sharing.EXCLUSIVE;
    var included =
        device.includes().isEmpty()
            ? Violations.NONE
            : mixins
                .deviceIncludes(device.includes(), at.child("includes"))
                .and(includedPolicy(device, sharing, at.child("includes")));
    // Stored values may keep to the looser rules of an earlier version.
    boolean unchanged = old.filter(o -> o.capacity().equals(device.capacity())).isPresent();
    return unchanged || device.capacity().isEmpty()
        ? included
        : capacities.capacities(device.capacity(), sharing, at.child("capacity")).and(included);
  }

  private Violations includedPolicy(Device device, CapacityRules.Sharing sharing, FieldPath at) {
    if (sharing == CapacityRules.Sharing.SHARED) {
      return Violations.NONE;
    }
    for (var include : device.includes()) {
      var mixin = effective.named(include);
      var policed =
          mixin.stream()
              .flatMap(each -> each.capacity().entrySet().stream())
              .filter(entry -> entry.getValue().requestPolicy().isPresent())
              .map(Map.Entry::getKey)
              .filter(name -> takesPolicyFromMixin(device, name))
              .findFirst();
      if (policed.isPresent()) {
        return Violations.of(
            Violation.forbidden(at, "allowMultipleAllocations must be true")
                .by("dependentForbidden")
                .hint(
                    "mixin %s gives capacity %s a request policy"
                        .formatted(include, policed.get())));
      }
    }
    return Violations.NONE;
  }

  private boolean takesPolicyFromMixin(Device device, String name) {
    var spelling = QualifiedName.of(name, spec.driver());
    return spelling.in(device.capacity()).isEmpty()
        && effective
            .capacity(device, spelling)
            .filter(capacity -> capacity.requestPolicy().isPresent())
            .isPresent();
  }

  private Violations taints(Device device, Optional<Device> old, FieldPath at) {
    var taints = device.taints();
    if (taints.isEmpty()) {
      return Violations.NONE;
    }
    var place = at.child("taints");
    boolean unchanged = old.filter(o -> o.taints().equals(taints)).isPresent();
    var found =
        unchanged
            ? Violations.NONE
            : RuleChecks.list(taints, limits.taints(), place, TaintRules::keyAndValue);
    // Upstream compares effects by the whole list of devices and not, like the rest, by device.
    return allDevices == Stored.UNCHANGED || taints.size() > limits.taints()
        ? found
        : found.and(Violations.each(taints, place, TaintRules::effect));
  }

  private Violations consumptions(Device device, Stored stored, FieldPath at) {
    var consumptions = device.consumesCounters();
    return consumptions.isEmpty()
        ? Violations.NONE
        : RuleChecks.set(
            consumptions,
            SliceLimits.CONSUMPTIONS_PER_DEVICE,
            at.child("consumesCounters"),
            (consumption, place) -> consumption(consumption, stored, place),
            DeviceCounterConsumption::counterSet);
  }

  private Violations consumption(
      DeviceCounterConsumption consumption, Stored stored, FieldPath at) {
    var found =
        counters
            .consumption(consumption, stored, at)
            .and(mixins.consumptionIncludes(consumption, at));
    return consumption.compatibilityGroups().isEmpty() || allDevices == Stored.UNCHANGED
        ? found
        : found.and(
            CounterRules.groups(
                consumption.compatibilityGroups(), at.child("compatibilityGroups")));
  }

  private Violations nodeAllocatable(Device device, FieldPath at) {
    if (device.nodeAllocatableResources().isEmpty()) {
      return Violations.NONE;
    }
    List<Violation> found = new ArrayList<>(0);
    device
        .nodeAllocatableResources()
        .forEach(
            (name, resource) ->
                NodeAllocatableRules.resource(
                        name,
                        resource,
                        key ->
                            effective
                                .capacity(device, QualifiedName.of(key, spec.driver()))
                                .isPresent(),
                        allDevices,
                        at.child("nodeAllocatableResources").key(name))
                    .forEach(found::add));
    return Violations.of(found);
  }

  private Violations spelling(Device device, Stored stored, FieldPath at) {
    return stored == Stored.UNCHANGED
        ? Violations.NONE
        : SpellingRules.oneSpelling(device.attributes(), spec.driver(), at.child("attributes"))
            .and(SpellingRules.oneSpelling(device.capacity(), spec.driver(), at.child("capacity")));
  }
}
