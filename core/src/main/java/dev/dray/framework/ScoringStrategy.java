package dev.dray.framework;

import java.util.Arrays;
import java.util.Optional;

/** Which nodes are better by how much of their cpu and memory is asked for. */
public enum ScoringStrategy {
  /** The emptier ones, so that load is spread. */
  LEAST_ALLOCATED("LeastAllocated"),
  /** The fuller ones, so that other nodes stay free for pods that need much, or can go. */
  MOST_ALLOCATED("MostAllocated");

  private final String word;

  ScoringStrategy(String word) {
    this.word = word;
  }

  /** As upstream's {@code scoringStrategy.type} spells it. */
  public String word() {
    return word;
  }

  /** The strategy that upstream spells so, if there is one. */
  public static Optional<ScoringStrategy> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
  }
}
