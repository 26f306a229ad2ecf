package dev.dray.framework.whatif;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.claim.ClaimStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Places all pending pods of an {@link OfflineScheduler}, and idle claims if wanted. */
public final class Simulation {

  /**
   * The result of a simulation.
   *
   * @param pods the outcome for each pending pod, in the order of the queue
   * @param claims the outcomes for claims that no pod uses, if they were to be allocated
   * @param idle claims that no pod uses and that therefore stay unallocated
   * @param after the cluster afterwards
   */
  public record Result(
      List<PodOutcome> pods,
      List<OfflineScheduler.Allocated> claims,
      List<ResourceClaim> idle,
      Cluster after) {
    public Result {
      pods = List.copyOf(pods);
      claims = List.copyOf(claims);
      idle = List.copyOf(idle);
    }

    /** Returns whether every pod and claim found a place. */
    public boolean allPlaced() {
      return pods.stream().allMatch(PodOutcome.On.class::isInstance)
          && claims.stream().allMatch(OfflineScheduler.Allocated.Done.class::isInstance);
    }
  }

  /** The treatment of claims that no pod uses. */
  public enum IdleClaims {
    LEFT_ALONE,
    ALLOCATED
  }

  private final OfflineScheduler scheduler;
  private final Map<String, PodOutcome> placed = new LinkedHashMap<>();

  /** The number of allocated claims of each pod when it was tried. */
  private final Map<String, Long> allocated = new HashMap<>();

  /** The number of pods that had been placed when each pod was tried. */
  private final Map<String, Integer> company = new HashMap<>();

  private int placements;

  private Simulation(OfflineScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Places all pending pods.
   *
   * @param step called after each pod
   */
  public static Result run(OfflineScheduler scheduler, IdleClaims idle, Runnable step) {
    var simulation = new Simulation(scheduler);
    var queue = scheduler.pending();
    queue.forEach(
        pod -> {
          simulation.place(pod);
          step.run();
        });
    simulation.retry(queue);
    return simulation.finish(idle);
  }

  private void place(Pod pod) {
    var key = ClaimStore.key(pod.metadata());
    allocated.put(key, scheduler.allocatedClaims(pod));
    company.put(key, placements);
    var outcome = scheduler.place(pod);
    placements += outcome instanceof PodOutcome.On ? 1 : 0;
    placed.put(key, outcome);
  }

  /**
   * Tries pods again whose shared claim was allocated for another pod after their turn, as they
   * need less now, and pods with required affinity to others, which may have come. Nothing else
   * that happens here helps a waiting pod.
   */
  private void retry(List<Pod> queue) {
    boolean again = true;
    while (again) {
      again = false;
      for (var pod : queue) {
        var key = ClaimStore.key(pod.metadata());
        if (placed.get(key) instanceof PodOutcome.Waits && mightFareBetter(pod, key)) {
          place(pod);
          again = true;
        }
      }
    }
  }

  private boolean mightFareBetter(Pod pod, String key) {
    boolean wantsCompany = !pod.spec().podAffinity().required().isEmpty();
    return scheduler.allocatedClaims(pod) > allocated.getOrDefault(key, 0L)
        || (wantsCompany && placements > company.getOrDefault(key, 0));
  }

  private Result finish(IdleClaims idle) {
    var unused = unused();
    var allocated = new ArrayList<OfflineScheduler.Allocated>();
    if (idle == IdleClaims.ALLOCATED) {
      unused.forEach(claim -> allocated.add(scheduler.allocate(claim)));
      unused = List.of();
    }
    return new Result(List.copyOf(placed.values()), allocated, unused, scheduler.cluster());
  }

  private List<ResourceClaim> unused() {
    var cluster = scheduler.cluster();
    var used = new HashSet<String>();
    cluster.pods().forEach(pod -> addClaims(pod, used));
    return cluster.claims().stream()
        .filter(claim -> claim.status().allocation().isEmpty())
        .filter(claim -> claim.metadata().deletionTimestamp().isEmpty())
        .filter(claim -> ClaimStore.controller(claim.metadata()).isEmpty())
        .filter(claim -> !used.contains(ClaimStore.key(claim.metadata())))
        .toList();
  }

  private static void addClaims(Pod pod, Set<String> used) {
    pod.spec().resourceClaims().stream()
        .map(PodResourceClaim::resourceClaimName)
        .filter(name -> !name.isEmpty())
        .forEach(name -> used.add(ClaimStore.key(pod.metadata().namespace(), name)));
  }
}
