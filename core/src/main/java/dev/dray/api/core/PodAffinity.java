package dev.dray.api.core;

import java.util.List;

/**
 * {@code affinity.podAffinity} or {@code affinity.podAntiAffinity} of a pod: the other pods it
 * wants to be near to, or away from.
 *
 * @param required {@code requiredDuringSchedulingIgnoredDuringExecution}
 * @param preferred {@code preferredDuringSchedulingIgnoredDuringExecution}
 */
public record PodAffinity(List<PodAffinityTerm> required, List<PreferredPods> preferred) {
  public static final PodAffinity NONE = new PodAffinity(List.of(), List.of());

  public PodAffinity {
    required = List.copyOf(required);
    preferred = List.copyOf(preferred);
  }

  public boolean isEmpty() {
    return required.isEmpty() && preferred.isEmpty();
  }
}
