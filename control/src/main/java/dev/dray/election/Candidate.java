package dev.dray.election;

/** Who stands for election; is told how it went, on the loop. */
public interface Candidate {

  /** You lead. */
  void lead();

  /** You lead no longer, and did not want to end: whatever you do, somebody else does it too. */
  void lost();

  /** Somebody else leads; to tell people. */
  default void follow(String leader) {}
}
