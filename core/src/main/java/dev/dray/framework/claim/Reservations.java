package dev.dray.framework.claim;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import java.util.ArrayList;

/** Reservations of claims for pods, and the finalizer that protects claims in use from deletion. */
public final class Reservations {
  public static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  private Reservations() {}

  public static boolean has(ResourceClaim claim, Pod pod) {
    return claim.status().reservedFor().stream()
        .anyMatch(user -> user.uid().equals(pod.metadata().uid()));
  }

  /** Returns the claim, reserved for the pod too. */
  public static ResourceClaim reserved(ResourceClaim claim, Pod pod) {
    if (has(claim, pod)) {
      return claim;
    }
    var users = new ArrayList<>(claim.status().reservedFor());
    users.add(
        new ResourceClaimConsumerReference(
            "", "pods", pod.metadata().name(), pod.metadata().uid()));
    return claim.withStatus(claim.status().withReservedFor(users));
  }

  /** Returns the claim with the finalizer that protects it while its devices are in use. */
  static ResourceClaim guarded(ResourceClaim claim) {
    var finalizers = claim.metadata().finalizers();
    if (finalizers.contains(FINALIZER)) {
      return claim;
    }
    var more = new ArrayList<>(finalizers);
    more.add(FINALIZER);
    return claim.withMetadata(claim.metadata().withFinalizers(more));
  }

  /** Returns the claim without that finalizer. */
  static ResourceClaim unguarded(ResourceClaim claim) {
    var fewer = claim.metadata().finalizers().stream().filter(it -> !it.equals(FINALIZER)).toList();
    return claim.withMetadata(claim.metadata().withFinalizers(fewer));
  }
}
