package dev.dray.inventory;

import java.util.List;
import java.util.Optional;

/** What a node sees of a snapshot; never changes. */
@SuppressWarnings("DoNotCallSuggester")
public final class NodeView {
  private NodeView() {}

  public Node node() {
    throw new UnsupportedOperationException();
  }

  /**
   * The pools with devices for the node, in deciding order: those without binding conditions before
   * those with, each by driver and name. Outdated ones are left out.
   */
  public List<PoolView> pools() {
    throw new UnsupportedOperationException();
  }

  /** Why nothing can be allocated at all: a node selector that nobody can evaluate. */
  public Optional<String> failure() {
    throw new UnsupportedOperationException();
  }
}
