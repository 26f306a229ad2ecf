package dev.dray.framework;

import java.util.Arrays;
import java.util.Optional;

/** The preference for nodes by how much of their cpu and memory is requested. */
public enum ScoringStrategy {
  /** Prefers emptier nodes, so that load is spread. */
  LEAST_ALLOCATED("LeastAllocated"),
  /** Prefers fuller nodes, so that others stay free for large pods, or can be removed. */
  MOST_ALLOCATED("MostAllocated");

  private final String word;

  ScoringStrategy(String word) {
    this.word = word;
  }

  /** Returns the spelling of upstream's {@code scoringStrategy.type}. */
  public String word() {
    return word;
  }

  /** Returns the strategy that upstream spells this way, if there is one. */
  public static Optional<ScoringStrategy> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
  }
}
