package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** The status of a pod: its phase, and the claims created for it. */
public record PodStatus(String phase, List<PodResourceClaimStatus> resourceClaimStatuses) {
  public static final PodStatus EMPTY = new PodStatus("", List.of());

  public PodStatus {
    requireNonNull(phase, "phase");
    resourceClaimStatuses = List.copyOf(resourceClaimStatuses);
  }

  /** Returns whether the pod has run to its end and holds nothing any more. */
  public boolean finished() {
    return phase.equals("Succeeded") || phase.equals("Failed");
  }
}
