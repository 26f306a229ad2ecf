package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import dev.dray.client.KnownObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The claims of a pod, by the entries of its spec. */
final class PodEntries {
  private PodEntries() {}

  /** The meaning of an entry of {@code spec.resourceClaims}. */
  sealed interface Meaning {
    /** A claim created by a user, which several pods may share. */
    record Shared(String claim) implements Meaning {}

    /** A claim generated from a template for this pod. */
    record Made(String claim) implements Meaning {}

    /** A claim that is still to be generated. */
    record Unmade() implements Meaning {}

    /** No claim: the pod's status says that none is needed. */
    record NotNeeded() implements Meaning {}
  }

  static Meaning meaning(PodResourceClaim entry, List<PodResourceClaimStatus> recorded) {
    if (!entry.resourceClaimName().isEmpty()) {
      return new Meaning.Shared(entry.resourceClaimName());
    }
    for (var status : recorded) {
      if (status.name().equals(entry.name())) {
        return status.resourceClaimName().isEmpty()
            ? new Meaning.NotNeeded()
            : new Meaning.Made(status.resourceClaimName());
      }
    }
    return new Meaning.Unmade();
  }

  /**
   * Returns the names of all claims that the pod is known to have, including that for extended
   * resources.
   */
  static List<String> claims(KnownObject<Pod> pod) {
    var names = new ArrayList<String>();
    var recorded = pod.value().status().resourceClaimStatuses();
    for (var entry : pod.value().spec().resourceClaims()) {
      switch (meaning(entry, recorded)) {
        case Meaning.Shared(var claim) -> names.add(claim);
        case Meaning.Made(var claim) -> names.add(claim);
        case Meaning.Unmade(), Meaning.NotNeeded() -> {}
      }
    }
    var extended = extendedClaim(pod);
    if (!extended.isEmpty()) {
      names.add(extended);
    }
    return names;
  }

  /**
   * Returns the claim that the scheduler created for the pod's extended resources; empty if there
   * is none.
   */
  static String extendedClaim(KnownObject<Pod> pod) {
    return pod.tree().text("status", "extendedResourceClaimStatus", "resourceClaimName");
  }

  static boolean hasClaims(KnownObject<Pod> pod) {
    return !pod.value().spec().resourceClaims().isEmpty() || !extendedClaim(pod).isEmpty();
  }

  /** Returns whether it is certain that none of its containers runs, or ever will. */
  static boolean done(Pod pod) {
    return pod.status().finished()
        || (pod.metadata().deletionTimestamp().isPresent() && pod.spec().nodeName().isEmpty());
  }

  /** Returns the pod for which a claim was generated. */
  static Optional<OwnerReference> owner(ObjectMeta claim) {
    for (var owner : claim.ownerReferences()) {
      if (owner.controller().orElse(false)
          && owner.kind().equals("Pod")
          && owner.apiVersion().equals("v1")) {
        return Optional.of(owner);
      }
    }
    return Optional.empty();
  }

  static boolean owns(Pod pod, ObjectMeta claim) {
    var owner = owner(claim);
    return owner.isPresent() && owner.get().uid().equals(pod.metadata().uid());
  }
}
