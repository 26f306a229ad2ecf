package dev.dray.allocation.request;

import dev.dray.allocation.request.NodeCandidates.Part;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that the problem of a node depends on, known before it is put together.
 *
 * <p>Nodes that are alike in it have the same problem but for names, and share its answer: of a
 * thousand equal nodes one is searched. It only covers nodes that see their pools whole.
 */
final class NodeSignature {
  private final List<Part> parts;
  private final boolean skipsOperations;
  private final int hash;

  private NodeSignature(List<Part> parts, boolean skipsOperations) {
    this.parts = parts;
    this.skipsOperations = skipsOperations;
    int sum = Boolean.hashCode(skipsOperations);
    for (var part : parts) {
      sum = (sum * 31 + part.plan().likeness()) * 31 + part.load().likeness();
    }
    hash = sum;
  }

  /** Empty if it takes more than this to tell what the problem will be. */
  static Optional<NodeSignature> of(NodeCandidates devices, boolean skipsOperations) {
    for (var part : devices.parts()) {
      if (part.view().size() != part.plan().generation().size()) {
        return Optional.empty();
      }
    }
    return Optional.of(new NodeSignature(devices.parts(), skipsOperations));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeSignature that
        && hash == that.hash
        && skipsOperations == that.skipsOperations
        && parts.size() == that.parts.size()
        && haveLikeParts(that);
  }

  private boolean haveLikeParts(NodeSignature other) {
    for (int i = 0; i < parts.size(); i++) {
      var mine = parts.get(i);
      var theirs = other.parts.get(i);
      if (!mine.plan().isLike(theirs.plan()) || !mine.load().isLike(theirs.load())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
