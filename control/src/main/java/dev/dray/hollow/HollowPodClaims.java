package dev.dray.hollow;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.KnownObject;
import dev.dray.informer.Informer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The lookup of pods' claims. */
final class HollowPodClaims {
  private final Informer<ResourceClaim> claims;

  HollowPodClaims(Informer<ResourceClaim> claims) {
    this.claims = claims;
  }

  /** The result of a lookup. */
  sealed interface Found {
    /** All claims, allocated and reserved for the pod. */
    record Ready(List<ResourceClaim> claims) implements Found {
      public Ready {
        claims = List.copyOf(claims);
      }
    }

    /**
     * The pod must not start yet, in upstream's words.
     *
     * @param claim the key of the claim that has to change; empty if it is the pod
     */
    record NotYet(String message, String claim) implements Found {}
  }

  /** Returns the names of the pod's claims, as far as they are known. */
  static List<String> names(KnownObject<Pod> pod) {
    var names = new ArrayList<String>();
    for (var entry : pod.value().spec().resourceClaims()) {
      name(pod.value(), entry).filter(it -> !it.isEmpty()).ifPresent(names::add);
    }
    extended(pod).ifPresent(names::add);
    return names;
  }

  private static Optional<String> name(Pod pod, PodResourceClaim entry) {
    return entry.resourceClaimName().isEmpty()
        ? pod.status().resourceClaimStatuses().stream()
            .filter(it -> it.name().equals(entry.name()))
            .map(PodResourceClaimStatus::resourceClaimName)
            .findFirst()
        : Optional.of(entry.resourceClaimName());
  }

  /** Returns the claim that a scheduler generated for the pod's extended resources. */
  private static Optional<String> extended(KnownObject<Pod> pod) {
    var name = pod.tree().text("status", "extendedResourceClaimStatus", "resourceClaimName");
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  /** Returns the claims that the pod may use, even if it has others that it may not. */
  List<ResourceClaim> usable(KnownObject<Pod> pod) {
    return names(pod).stream()
        .flatMap(it -> claims.find(pod.metadata().namespace(), it).stream())
        .map(KnownObject::value)
        .filter(it -> problem(pod.value(), it).isEmpty())
        .toList();
  }

  /** Returns whether the informer knows the claim in this version. */
  boolean isKnown(ResourceClaim claim) {
    return claims
        .find(claim.metadata().namespace(), claim.metadata().name())
        .filter(
            it ->
                it.value().metadata().resourceVersion().equals(claim.metadata().resourceVersion()))
        .isPresent();
  }

  Found of(KnownObject<Pod> pod) {
    for (var entry : pod.value().spec().resourceClaims()) {
      if (name(pod.value(), entry).isEmpty()) {
        return new Found.NotYet(
            "pod %s: the ResourceClaim for %s was not created yet"
                .formatted(pod.key(), entry.name()),
            "");
      }
    }
    var found = new ArrayList<ResourceClaim>();
    for (var name : names(pod)) {
      var claim = claims.find(pod.metadata().namespace(), name).map(KnownObject::value);
      var problem = claim.isEmpty() ? missing(name) : problem(pod.value(), claim.get());
      if (problem.isPresent()) {
        return new Found.NotYet(problem.get(), KnownObject.key(pod.metadata().namespace(), name));
      }
      claim.ifPresent(found::add);
    }
    return new Found.Ready(found);
  }

  private static Optional<String> missing(String name) {
    return Optional.of(
        "fetch ResourceClaim %s: resourceclaims.resource.k8s.io \"%s\" not found"
            .formatted(name, name));
  }

  private static Optional<String> problem(Pod pod, ResourceClaim claim) {
    if (isMadeFor(pod, claim) && !isOwner(pod, claim)) {
      return Optional.of(
          "ResourceClaim %s was not created for Pod %s (Pod is not owner)"
              .formatted(
                  AllocationUses.name(claim),
                  pod.metadata().namespace() + "/" + pod.metadata().name()));
    }
    if (!isReserved(pod, claim)) {
      return Optional.of(
          "pod %s (%s) is not allowed to use ResourceClaim %s (%s)"
              .formatted(
                  pod.metadata().name(),
                  pod.metadata().uid(),
                  claim.metadata().name(),
                  claim.metadata().uid()));
    }
    return claim.status().allocation().isPresent()
        ? Optional.empty()
        : Optional.of("ResourceClaim %s: not allocated".formatted(claim.metadata().name()));
  }

  private static boolean isMadeFor(Pod pod, ResourceClaim claim) {
    return pod.status().resourceClaimStatuses().stream()
        .anyMatch(it -> it.resourceClaimName().equals(claim.metadata().name()));
  }

  private static boolean isOwner(Pod pod, ResourceClaim claim) {
    return claim.metadata().ownerReferences().stream()
        .map(OwnerReference::uid)
        .anyMatch(pod.metadata().uid()::equals);
  }

  private static boolean isReserved(Pod pod, ResourceClaim claim) {
    return claim.status().reservedFor().stream()
        .anyMatch(it -> it.uid().equals(pod.metadata().uid()));
  }
}
