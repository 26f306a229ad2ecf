package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.AllocationResult;
import dev.dray.api.resource.DeviceAllocationConfiguration;
import dev.dray.api.resource.DeviceRequestAllocationResult;
import java.util.List;
import java.util.Map;

/** A new allocation of a claim with these requests. */
record AllocationRules(RequestNames names) {
  private static final int RESULTS_MAX = 32;
  private static final int CONFIG_MAX = 64;
  private static final int SETS_MAX = SliceLimits.CONSUMPTIONS_PER_DEVICE;
  private static final List<String> SOURCES = List.of("FromClaim", "FromClass");

  Violations allocation(AllocationResult allocation, FieldPath at) {
    var devices = at.child("devices");
    return Checks.list(
            allocation.devices().results(), RESULTS_MAX, devices.child("results"), this::result)
        .and(
            Checks.list(
                allocation.devices().config(), CONFIG_MAX, devices.child("config"), this::config))
        .and(
            allocation
                .nodeSelector()
                .map(selector -> NodeSelectorRules.selector(selector, at.child("nodeSelector")))
                .orElse(Violations.NONE));
  }

  private Violations result(DeviceRequestAllocationResult result, FieldPath at) {
    return identity(result, at)
        .and(
            BindingRules.conditions(
                result.bindingConditions(), result.bindingFailureConditions(), at))
        .and(Violations.each(result.tolerations(), at.child("tolerations"), TaintRules::toleration))
        .and(
            result
                .shareId()
                .map(share -> Names.uuid(share, at.child("shareID")))
                .orElse(Violations.NONE))
        .and(
            BindingRules.skippedOperations(
                result.skipNodeOperations(), List.of(), at.child("skipNodeOperations")))
        .and(snapshots(result, at));
  }

  private Violations identity(DeviceRequestAllocationResult result, FieldPath at) {
    var pool = at.child("pool");
    return names
        .reference(result.request(), at.child("request"))
        .and(Names.configuredDriverName(result.driver(), at.child("driver")))
        .and(
            result.pool().isEmpty()
                ? Checks.required(pool)
                : Names.segmentedPoolName(result.pool(), pool))
        .and(Names.dnsLabel(result.device(), at.child("device")));
  }

  /** What is recorded so that later accounting need not look at the slice. */
  private static Violations snapshots(DeviceRequestAllocationResult result, FieldPath at) {
    return Checks.<Quantity>values(
            result.consumedCapacity(),
            at.child("consumedCapacity"),
            Names.QUALIFIED_MAX,
            CounterRules::notNegative)
        .and(bySet(result.compatibilityGroups(), at.child("compatibilityGroups")))
        .and(
            Checks.values(
                limited(result.compatibilityGroups()),
                at.child("compatibilityGroups"),
                Formats.DNS_LABEL_MAX,
                CounterRules::groups))
        .and(bySet(result.consumedCounters(), at.child("consumedCounters")))
        .and(
            Checks.values(
                limited(result.consumedCounters()),
                at.child("consumedCounters"),
                Formats.DNS_LABEL_MAX,
                AllocationRules::counters));
  }

  private static Violations bySet(Map<String, ?> map, FieldPath at) {
    return map.size() > SETS_MAX
        ? Violations.of(Violation.tooMany(at, map.size(), SETS_MAX).by("maxProperties"))
        : Checks.keys(map, at, Names::shortName);
  }

  private static <T> Map<String, T> limited(Map<String, T> map) {
    return map.size() > SETS_MAX ? Map.of() : map;
  }

  private static Violations counters(Map<String, Quantity> counters, FieldPath at) {
    return counters.size() > SliceLimits.COUNTERS
        ? Violations.of(
            Violation.tooMany(at, counters.size(), SliceLimits.COUNTERS).by("maxProperties"))
        : Checks.keys(counters, at, Names::shortName)
            .and(
                Checks.<Quantity>values(
                    counters, at, Formats.DNS_LABEL_MAX, CounterRules::notNegative));
  }

  private Violations config(DeviceAllocationConfiguration config, FieldPath at) {
    var source = at.child("source");
    return (config.source().isEmpty()
            ? Checks.required(source)
            : Checks.oneOf(config.source(), source, SOURCES))
        .and(names.references(config.requests(), at.child("requests")))
        .and(ConfigurationRules.opaque(config.opaque(), Stored.NEW, at));
  }
}
