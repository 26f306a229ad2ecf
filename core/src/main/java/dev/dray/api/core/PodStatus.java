package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** How a pod fares: its phase, and which claims were made for it. */
public record PodStatus(String phase, List<PodResourceClaimStatus> resourceClaimStatuses) {
  public static final PodStatus EMPTY = new PodStatus("", List.of());

  public PodStatus {
    requireNonNull(phase, "phase");
    resourceClaimStatuses = List.copyOf(resourceClaimStatuses);
  }

  /** Whether the pod has run to its end and holds nothing any more. */
  public boolean finished() {
    return phase.equals("Succeeded") || phase.equals("Failed");
  }
}
