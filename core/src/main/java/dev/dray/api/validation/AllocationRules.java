package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceAllocationConfiguration;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.NodeSelectorRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.List;
import java.util.Map;

/** The rules for a new allocation of a claim with these requests. */
record AllocationRules(RequestNames names) {
  private static final int RESULTS_MAX = 32;
  private static final int CONFIG_MAX = 64;
  private static final int SETS_MAX = SliceLimits.CONSUMPTIONS_PER_DEVICE;
  private static final List<String> SOURCES = List.of("FromClaim", "FromClass");

  Violations allocation(AllocationResult allocation, FieldPath at) {
    var devices = at.child("devices");
    return RuleChecks.list(
            allocation.devices().results(), RESULTS_MAX, devices.child("results"), this::result)
        .and(
            RuleChecks.list(
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
                .map(share -> NameRules.uuid(share, at.child("shareID")))
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
        .and(NameRules.configuredDriverName(result.driver(), at.child("driver")))
        .and(
            result.pool().isEmpty()
                ? RuleChecks.required(pool)
                : NameRules.segmentedPoolName(result.pool(), pool))
        .and(NameRules.dnsLabel(result.device(), at.child("device")));
  }

  /** Checks what is recorded so that later accounting need not look at the slice. */
  private static Violations snapshots(DeviceRequestAllocationResult result, FieldPath at) {
    return RuleChecks.<Quantity>values(
            result.consumedCapacity(),
            at.child("consumedCapacity"),
            NameRules.QUALIFIED_MAX,
            CounterRules::notNegative)
        .and(bySet(result.compatibilityGroups(), at.child("compatibilityGroups")))
        .and(
            RuleChecks.values(
                limited(result.compatibilityGroups()),
                at.child("compatibilityGroups"),
                Formats.DNS_LABEL_MAX,
                CounterRules::groups))
        .and(bySet(result.consumedCounters(), at.child("consumedCounters")))
        .and(
            RuleChecks.values(
                limited(result.consumedCounters()),
                at.child("consumedCounters"),
                Formats.DNS_LABEL_MAX,
                AllocationRules::counters));
  }

  private static Violations bySet(Map<String, ?> map, FieldPath at) {
    return map.size() > SETS_MAX
        ? Violations.of(Violation.tooMany(at, map.size(), SETS_MAX).by("maxProperties"))
        : RuleChecks.keys(map, at, NameRules::shortName);
  }

  private static <T> Map<String, T> limited(Map<String, T> map) {
    return map.size() > SETS_MAX ? Map.of() : map;
  }

  private static Violations counters(Map<String, Quantity> counters, FieldPath at) {
    return counters.size() > SliceLimits.COUNTERS
        ? Violations.of(
            Violation.tooMany(at, counters.size(), SliceLimits.COUNTERS).by("maxProperties"))
        : RuleChecks.keys(counters, at, NameRules::shortName)
            .and(
                RuleChecks.<Quantity>values(
                    counters, at, Formats.DNS_LABEL_MAX, CounterRules::notNegative));
  }

  private Violations config(DeviceAllocationConfiguration config, FieldPath at) {
    var source = at.child("source");
    return (config.source().isEmpty()
            ? RuleChecks.required(source)
            : RuleChecks.oneOf(config.source(), source, SOURCES))
        .and(names.references(config.requests(), at.child("requests")))
        .and(ConfigurationRules.opaque(config.opaque(), Stored.NEW, at));
  }
}
