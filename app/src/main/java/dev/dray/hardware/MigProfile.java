package dev.dray.hardware;

import java.util.List;

/**
 * A MIG profile: a size in which NVIDIA GPUs are partitioned.
 *
 * @param name the name as NVIDIA writes it, for example {@code 1g.18gb+me}
 * @param instances the number of instances that fit on an otherwise empty GPU
 * @param memorySlices the number of memory slices of an instance
 * @param starts the memory slices at which an instance may begin
 */
public record MigProfile(
    String name, int instances, Engines engines, int memorySlices, List<Integer> starts) {
  public MigProfile {
    starts = List.copyOf(starts);
  }

  /** Returns the name as part of a DNS label: {@code 1g-18gb-me}. */
  public String label() {
    return name.replace('.', '-').replace('+', '-');
  }
}
