package dev.dray.election;

/** A candidate in an election, called back on the event loop. */
public interface Candidate {

  /** Called when this candidate becomes the leader. */
  void lead();

  /**
   * Called when leadership is lost without being released: somebody else may do the same work now.
   */
  void lost();

  /** Called when another candidate leads, to inform people. */
  default void follow(String leader) {}
}
