package dev.dray.framework.claim;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.resource.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The claims of a pod: those that exist and those to be generated from templates. */
public final class PodClaims {
  /** The number of pods that may use a claim at the same time. */
  public static final int MOST_CONSUMERS = 256;

  private PodClaims() {}

  /**
   * A claim of a pod.
   *
   * @param entry the name in {@code spec.resourceClaims}
   * @param made whether it is generated from a template and not stored yet
   */
  public record PodClaim(String entry, ResourceClaim claim, boolean made) {

    public boolean allocated() {
      return claim.status().allocation().isPresent();
    }
  }

  /** The result of resolving a pod's claims. */
  public sealed interface Resolution {}

  /** All claims, in the order of the pod. */
  public record Ready(List<PodClaim> claims) implements Resolution {
    public Ready {
      claims = List.copyOf(claims);
    }
  }

  /** The reasons why the pod cannot be placed yet. */
  public record Missing(List<String> reasons) implements Resolution {
    public Missing {
      reasons = List.copyOf(reasons);
    }
  }

  /** Finds the claims of the pod and generates those that a controller would create. */
  public static Resolution resolve(Pod pod, ClaimLister lookup) {
    return all(pod, entry -> checked(pod, find(pod, entry, lookup)));
  }

  /** Finds the claims of the pod, all of which must have been created. */
  public static Resolution existing(Pod pod, ClaimLister lookup) {
    return all(pod, entry -> findMade(pod, entry, lookup));
  }

  private static Resolution all(Pod pod, Function<PodResourceClaim, Found> find) {
    var found = new ArrayList<PodClaim>();
    var reasons = new ArrayList<String>();
    for (var entry : pod.spec().resourceClaims()) {
      switch (find.apply(entry)) {
        case Found.Claim(var claim) -> found.add(claim);
        case Found.NotNeeded() -> {}
        case Found.Nothing(var reason) -> reasons.add(reason);
      }
    }
    return reasons.isEmpty() ? new Ready(found) : new Missing(reasons);
  }

  /** The result for one entry. */
  private sealed interface Found {
    record Claim(PodClaim claim) implements Found {}

    record NotNeeded() implements Found {}

    record Nothing(String reason) implements Found {}
  }

  private static Found find(Pod pod, PodResourceClaim entry, ClaimLister lookup) {
    if (!entry.resourceClaimName().isEmpty()) {
      return named(pod, entry, entry.resourceClaimName(), lookup);
    }
    var recorded = recorded(pod, entry.name());
    if (recorded.isPresent() && recorded.get().isEmpty()) {
      return new Found.NotNeeded();
    }
    var namespace = pod.metadata().namespace();
    var existing =
        recorded
            .flatMap(name -> lookup.claim(namespace, name))
            .or(() -> lookup.madeFor(pod.metadata().uid(), entry.name()));
    return existing
        .map(claim -> owned(pod, entry.name(), claim))
        .orElseGet(() -> made(pod, entry, lookup));
  }

  private static Found named(Pod pod, PodResourceClaim entry, String name, ClaimLister lookup) {
    return lookup
        .claim(pod.metadata().namespace(), name)
        .map(
            claim ->
                entry.resourceClaimName().isEmpty()
                    ? owned(pod, entry.name(), claim)
                    : usable(entry.name(), claim))
        .orElseGet(() -> new Found.Nothing(notFound("resourceclaim", name)));
  }

  private static Found findMade(Pod pod, PodResourceClaim entry, ClaimLister lookup) {
    if (!entry.resourceClaimName().isEmpty()) {
      return named(pod, entry, entry.resourceClaimName(), lookup);
    }
    var recorded = recorded(pod, entry.name());
    if (recorded.isEmpty()) {
      return new Found.Nothing(
          "pod \"%s\": ResourceClaim not created yet".formatted(ClaimStore.key(pod.metadata())));
    }
    return recorded.get().isEmpty()
        ? new Found.NotNeeded()
        : named(pod, entry, recorded.get(), lookup);
  }

  private static Optional<String> recorded(Pod pod, String entry) {
    return pod.status().resourceClaimStatuses().stream()
        .filter(status -> status.name().equals(entry))
        .map(PodResourceClaimStatus::resourceClaimName)
        .findFirst();
  }

  private static String notFound(String kind, String name) {
    return "%s \"%s\" not found".formatted(kind, name);
  }

  private static Found usable(String entry, ResourceClaim claim) {
    return claim.metadata().deletionTimestamp().isPresent()
        ? new Found.Nothing(
            "resourceclaim \"%s\" is being deleted".formatted(claim.metadata().name()))
        : new Found.Claim(new PodClaim(entry, claim, false));
  }

  private static Found checked(Pod pod, Found found) {
    return found instanceof Found.Claim(var it)
        ? inUse(pod, it.claim()).<Found>map(Found.Nothing::new).orElse(found)
        : found;
  }

  /**
   * Returns a message if the claim has as many consumers as allowed and the pod is not one of them.
   */
  public static Optional<String> inUse(Pod pod, ResourceClaim claim) {
    int users = claim.status().reservedFor().size();
    return users < MOST_CONSUMERS || Reservations.has(claim, pod)
        ? Optional.empty()
        : Optional.of(
            "resourceclaim \"%s\" is reserved for %d consumers, and more are not allowed"
                .formatted(claim.metadata().name(), users));
  }

  private static Found owned(Pod pod, String entry, ResourceClaim claim) {
    boolean owned =
        ClaimStore.controller(claim.metadata())
            .filter(owner -> owner.uid().equals(pod.metadata().uid()))
            .isPresent();
    return owned
        ? usable(entry, claim)
        : new Found.Nothing(
            "ResourceClaim %s was not created for Pod %s (Pod is not owner)"
                .formatted(ClaimStore.key(claim.metadata()), ClaimStore.key(pod.metadata())));
  }

  private static Found made(Pod pod, PodResourceClaim entry, ClaimLister lookup) {
    var namespace = pod.metadata().namespace();
    return lookup
        .template(namespace, entry.resourceClaimTemplateName())
        .map(
            template ->
                GeneratedClaims.of(
                    pod, entry.name(), template, name -> lookup.claim(namespace, name).isPresent()))
        .<Found>map(claim -> new Found.Claim(new PodClaim(entry.name(), claim, true)))
        .orElseGet(
            () ->
                new Found.Nothing(
                    notFound("resourceclaimtemplate", entry.resourceClaimTemplateName())));
  }
}
