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

/** Which claims a pod has. */
final class PodEntries {
  private PodEntries() {}

  /** What an entry of {@code spec.resourceClaims} stands for. */
  sealed interface Meaning {
    /** A claim that someone makes and several pods may share. */
    record Shared(String claim) implements Meaning {}

    /** A claim that was made of a template for this pod. */
    record Made(String claim) implements Meaning {}

    /** A claim that is to be made. */
    record Unmade() implements Meaning {}

    /** No claim: it was found that none is needed. */
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

  /** The names of all claims that the pod is known to have, of extended resources too. */
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

  /** The claim that the scheduler made for extended resources of the pod; empty without any. */
  static String extendedClaim(KnownObject<Pod> pod) {
    return pod.tree().text("status", "extendedResourceClaimStatus", "resourceClaimName");
  }

  static boolean hasClaims(KnownObject<Pod> pod) {
    return !pod.value().spec().resourceClaims().isEmpty() || !extendedClaim(pod).isEmpty();
  }

  /** Whether it is certain that none of its containers runs, or ever will. */
  static boolean done(Pod pod) {
    return pod.status().finished()
        || (pod.metadata().deletionTimestamp().isPresent() && pod.spec().nodeName().isEmpty());
  }

  /** The pod for which a claim was made. */
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
