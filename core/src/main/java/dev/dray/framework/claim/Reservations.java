package dev.dray.framework.claim;

import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.List;

/** Who may use a claim, and that it is not to be deleted meanwhile. */
public final class Reservations {
  static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  private Reservations() {}

  public static boolean has(ResourceClaim claim, Pod pod) {
    return claim.status().reservedFor().stream()
        .anyMatch(user -> user.uid().equals(pod.metadata().uid()));
  }

  /** The claim, reserved for the pod too. */
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

  /** The claim, kept from being deleted while its devices are in use. */
  static ResourceClaim guarded(ResourceClaim claim) {
    var finalizers = claim.metadata().finalizers();
    if (finalizers.contains(FINALIZER)) {
      return claim;
    }
    var more = new ArrayList<>(finalizers);
    more.add(FINALIZER);
    return claim.withMetadata(withFinalizers(claim.metadata(), more));
  }

  /** The claim, free to be deleted. */
  static ResourceClaim unguarded(ResourceClaim claim) {
    var fewer = claim.metadata().finalizers().stream().filter(it -> !it.equals(FINALIZER)).toList();
    return claim.withMetadata(withFinalizers(claim.metadata(), fewer));
  }

  private static ObjectMeta withFinalizers(ObjectMeta it, List<String> finalizers) {
    return new ObjectMeta(
        it.name(),
        it.generateName(),
        it.namespace(),
        it.selfLink(),
        it.uid(),
        it.resourceVersion(),
        it.generation(),
        it.creationTimestamp(),
        it.deletionTimestamp(),
        it.deletionGracePeriodSeconds(),
        it.labels(),
        it.annotations(),
        it.ownerReferences(),
        finalizers,
        it.managedFields());
  }
}
