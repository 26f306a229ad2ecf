package dev.dray.hardware;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A size in which NVIDIA GPUs are partitioned.
 *
 * @param name as NVIDIA writes it, for example {@code 1g.18gb+me}
 * @param instances how many of it fit on one GPU that has nothing else
 * @param memorySlices how many memory slices an instance covers
 * @param starts the memory slices at which an instance may begin
 */
public record MigProfile(
    String name, int instances, Engines engines, int memorySlices, List<Integer> starts) {
  public MigProfile {
    requireNonNull(name, "name");
    requireNonNull(engines, "engines");
    starts = List.copyOf(starts);
  }

  /** The name as part of a DNS label: {@code 1g-18gb-me}. */
  public String label() {
    return name.replace('.', '-').replace('+', '-');
  }
}
