package dev.dray.controller;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.framework.claim.GeneratedClaims;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/**
 * Metrics of the claims that exist and were created, under upstream's names and those of KEP-4816,
 * which count claims with alternatives separately.
 *
 * <p>Claims are counted as they come and go, so that a scrape costs nothing.
 */
final class ClaimMetrics {
  private final Counter creates;
  private final Counter made;
  private final Counter notMade;
  private final Map<Sort, Integer> counts = new ConcurrentSkipListMap<>();

  /** The properties by which claims are counted. */
  private record Sort(boolean allocated, boolean adminAccess, String source, boolean ranked)
      implements Comparable<Sort> {
    static Sort of(ResourceClaim claim) {
      return new Sort(
          claim.status().allocation().isPresent(),
          needsAdminAccess(claim.spec()),
          sourceOf(claim.metadata()),
          isRanked(claim.spec()));
    }

    private static String sourceOf(ObjectMeta claim) {
      if ("true".equals(claim.annotations().get(GeneratedClaims.EXTENDED))) {
        return "extended_resource";
      }
      var entry = claim.annotations().getOrDefault(GeneratedClaims.ENTRY, "");
      return entry.isEmpty() ? "" : "resource_claim_template";
    }

    @Override
    public int compareTo(Sort other) {
      return toString().compareTo(other.toString());
    }
  }

  ClaimMetrics(Registration registration) {
    creates =
        registration.add(
            Counter.builder()
                .name("dynamic_resource_allocation_resourceclaim_creates_total")
                .help("Number of ResourceClaims creation requests, categorized by status.")
                .labelNames("status", "admin_access", "owner_api_group", "owner_api_kind")
                .build());
    made = registration.add(byRank("create", "Number of ResourceClaims creation requests"));
    notMade =
        registration.add(
            byRank("create_failures", "Number of ResourceClaims creation request failures"));
    registration.add(
        GaugeWithCallback.builder()
            .name("dynamic_resource_allocation_resource_claims")
            .help("Number of ResourceClaims, categorized by allocation, admin access and source.")
            .labelNames("allocated", "admin_access", "source")
            .callback(
                callback ->
                    bySource()
                        .forEach(
                            (it, count) ->
                                callback.call(
                                    count,
                                    text(it.allocated()),
                                    text(it.adminAccess()),
                                    it.source())))
            .build());
    registration.add(ofRank("resource_claims", "Number of ResourceClaims", _ -> true));
    registration.add(
        ofRank("allocated_resource_claims", "Number of allocated ResourceClaims", Sort::allocated));
  }

  private static Counter byRank(String name, String help) {
    return Counter.builder()
        .name("resourceclaim_controller_" + name)
        .help(help)
        .labelNames("prioritized_list")
        .build();
  }

  private GaugeWithCallback ofRank(String name, String help, Predicate<Sort> counted) {
    return GaugeWithCallback.builder()
        .name("resourceclaim_controller_" + name)
        .help(help)
        .labelNames("prioritized_list")
        .callback(
            callback -> {
              callback.call(count(counted.and(Sort::ranked)), "true");
              callback.call(count(counted.and(it -> !it.ranked())), "false");
            })
        .build();
  }

  private int count(Predicate<Sort> counted) {
    int count = 0;
    for (var entry : counts.entrySet()) {
      count += counted.test(entry.getKey()) ? entry.getValue() : 0;
    }
    return count;
  }

  /**
   * Returns the counts without telling claims with and without alternatives apart, as upstream does
   * not.
   */
  private Map<Sort, Integer> bySource() {
    var together = new ConcurrentHashMap<Sort, Integer>();
    counts.forEach(
        (it, count) ->
            together.merge(
                new Sort(it.allocated(), it.adminAccess(), it.source(), false),
                count,
                Integer::sum));
    return together;
  }

  void came(ResourceClaim claim) {
    counts.merge(Sort.of(claim), 1, Integer::sum);
  }

  void went(ResourceClaim claim) {
    counts.computeIfPresent(Sort.of(claim), (_, count) -> count == 1 ? null : count - 1);
  }

  /** Counts a claim that was created for a pod, or could not be. */
  void made(ResourceClaimSpec spec, boolean success) {
    var ranked = text(isRanked(spec));
    made.labelValues(ranked).inc();
    if (!success) {
      notMade.labelValues(ranked).inc();
    }
    creates
        .labelValues(success ? "success" : "failure", text(needsAdminAccess(spec)), "", "Pod")
        .inc();
  }

  static boolean needsAdminAccess(ResourceClaimSpec spec) {
    for (var request : spec.devices().requests()) {
      if (request.exactly().isPresent() && request.exactly().get().adminAccess().orElse(false)) {
        return true;
      }
    }
    return false;
  }

  static boolean isRanked(ResourceClaimSpec spec) {
    for (var request : spec.devices().requests()) {
      if (!request.firstAvailable().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static String text(boolean value) {
    return value ? "true" : "false";
  }
}
