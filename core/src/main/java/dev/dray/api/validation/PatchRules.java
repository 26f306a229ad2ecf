package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.validation.meta.MetadataRules;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules for patches, by which an administrator corrects what drivers publish (KEP-5027). */
record PatchRules(SelectorRules selectors, CapacityRules capacities) {
  private static final FieldPath DEVICES = FieldPath.of("spec", "devices");

  Violations create(ResourceSlicePatch patch) {
    return MetadataRules.create(patch.metadata(), patch.kind())
        .and(devices(patch.spec().devices(), Optional.empty()));
  }

  Violations update(ResourceSlicePatch patch, ResourceSlicePatch old) {
    return MetadataRules.update(patch.metadata(), old.metadata(), patch.kind())
        .and(devices(patch.spec().devices(), Optional.of(old.spec().devices())));
  }

  private Violations devices(DevicePatch patch, Optional<DevicePatch> old) {
    return patch
        .filter()
        .map(filter -> filter(filter, old.flatMap(DevicePatch::filter), DEVICES.child("filter")))
        .orElse(Violations.NONE)
        .and(size(patch))
        .and(attributes(patch))
        .and(capacity(patch, old.map(DevicePatch::capacity).orElse(Map.of())));
  }

  private Violations filter(
      DevicePatchFilter filter, Optional<DevicePatchFilter> old, FieldPath at) {
    return filter
        .deviceClassName()
        .map(name -> NameRules.longName(name, at.child("deviceClassName")))
        .orElse(Violations.NONE)
        .and(
            filter
                .driver()
                .map(driver -> NameRules.driverName(driver, at.child("driver")))
                .orElse(Violations.NONE))
        .and(
            filter
                .pool()
                .map(pool -> NameRules.poolName(pool, at.child("pool")))
                .orElse(Violations.NONE))
        .and(
            filter
                .device()
                .map(device -> NameRules.dnsLabel(device, at.child("device")))
                .orElse(Violations.NONE))
        .and(selectors(filter.selectors(), old, at.child("selectors")));
  }

  private Violations selectors(
      List<DeviceSelector> written, Optional<DevicePatchFilter> old, FieldPath at) {
    return switch (Stored.of(written, old.map(DevicePatchFilter::selectors))) {
      case NEW -> selectors.selectors(written, at);
      case UNCHANGED -> selectors.storedSelectors(written, at);
    };
  }

  private static Violations size(DevicePatch patch) {
    int entries = patch.attributes().size() + patch.capacity().size();
    int values = DeviceRules.values(patch.attributes());
    var found = Violations.NONE;
    if (entries > SliceLimits.ENTRIES_PER_DEVICE) {
      found =
          found.and(
              DeviceRules.tooLarge(
                  entries, "attributes and capacities", SliceLimits.ENTRIES_PER_DEVICE, DEVICES));
    }
    return values > SliceLimits.VALUES_PER_DEVICE
        ? found.and(
            DeviceRules.tooLarge(
                values, "attribute values", SliceLimits.VALUES_PER_DEVICE, DEVICES))
        : found;
  }

  private static Violations attributes(DevicePatch patch) {
    var at = DEVICES.child("attributes");
    return RuleChecks.keys(patch.attributes(), at, NameRules::domainQualifiedName)
        .and(
            RuleChecks.values(
                patch.attributes(),
                at,
                NameRules.QUALIFIED_MAX,
                (attribute, place) ->
                    AttributeRules.attribute(attribute, AttributeRules.Place.PATCH, place)));
  }

  private Violations capacity(DevicePatch patch, Map<String, DeviceCapacity> old) {
    var at = DEVICES.child("capacity");
    var changed = new LinkedHashMap<>(patch.capacity());
    // Stored values may keep to the looser rules of an earlier version.
    changed.entrySet().removeIf(it -> it.getValue().equals(old.get(it.getKey())));
    return RuleChecks.keys(patch.capacity(), at, NameRules::domainQualifiedName)
        .and(RuleChecks.values(changed, at, NameRules.QUALIFIED_MAX, this::capacity));
  }

  /**
   * Checks a capacity. A policy has an effect only on devices that can be shared, which a patch
   * need not know.
   */
  private Violations capacity(DeviceCapacity capacity, FieldPath at) {
    return capacity.value().isMissing()
        ? Violations.of(
            Violation.required(at.child("value"), "")
                .hint("a patch replaces the value; 0 leaves no capacity"))
        : CounterRules.notNegative(capacity.value(), at.child("value"))
            .and(capacities.capacity(capacity, CapacityRules.Sharing.SHARED, at));
  }
}
