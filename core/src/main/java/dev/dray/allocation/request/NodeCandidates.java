package dev.dray.allocation.request;

import dev.dray.api.meta.DeviceId;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Ledger;
import dev.dray.ledger.PoolLoad;
import java.util.List;

/** The devices a node could give to an allocation request, numbered in the deciding order. */
public final class NodeCandidates {
  /** A pool of the node with the candidates of the request and what is left of it. */
  public record Part(PoolView view, PoolCandidates candidates, PoolRemainder remainder) {
    public PoolLoad load() {
      return remainder.load();
    }
  }

  private final List<Part> parts;
  private final int[] starts;

  public NodeCandidates(List<Part> parts) {
    this.parts = parts;
    starts = new int[parts.size() + 1];
    for (int i = 0; i < parts.size(); i++) {
      starts[i + 1] = starts[i] + parts.get(i).view().size();
    }
  }

  /** Returns whether what is left of the pools is still the same. */
  // Remainders stay the same objects as long as nothing of them changes.
  @SuppressWarnings("ReferenceEquality")
  boolean areCurrent(Ledger ledger, PoolRemainders remainders) {
    for (var part : parts) {
      if (remainders.of(part.candidates().generation(), ledger) != part.remainder()) {
        return false;
      }
    }
    return true;
  }

  public List<Part> parts() {
    return parts;
  }

  public int size() {
    return starts[parts.size()];
  }

  /** Returns the number of the first device of a pool. */
  public int start(int part) {
    return starts[part];
  }

  public int partNumber(int device) {
    int part = 0;
    while (starts[part + 1] <= device) {
      part++;
    }
    return part;
  }

  public PoolCandidates candidates(int device) {
    return parts.get(partNumber(device)).candidates();
  }

  /** Returns the row of the device in the generation of its pool. */
  public int row(int device) {
    int part = partNumber(device);
    return parts.get(part).view().row(device - starts[part]);
  }

  public DeviceId name(int device) {
    var generation = candidates(device).generation();
    return new DeviceId(generation.pool(), generation.name(row(device)));
  }
}
