package dev.dray.inventory;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import java.util.List;
import java.util.Optional;

/** The inventory at one moment; never changes, and any number of threads may use it. */
@SuppressWarnings("DoNotCallSuggester")
public final class Snapshot {
  private Snapshot() {}

  public Gates gates() {
    throw new UnsupportedOperationException();
  }

  public Optional<DeviceClass> deviceClass(String name) {
    throw new UnsupportedOperationException();
  }

  public Optional<Pool> pool(PoolId id) {
    throw new UnsupportedOperationException();
  }

  /** All pools by id; sorted anew for each call. */
  public List<Pool> pools() {
    throw new UnsupportedOperationException();
  }

  /** What the node sees. */
  public NodeView on(Node node) {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether the node, as it was when it was viewed, sees the same here. It may be untrue although
   * nothing changed for the node, never true although something did.
   */
  public boolean isCurrent(NodeView view) {
    throw new UnsupportedOperationException();
  }
}
