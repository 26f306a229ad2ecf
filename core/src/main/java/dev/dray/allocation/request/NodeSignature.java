package dev.dray.allocation.request;

import dev.dray.allocation.request.NodeCandidates.Part;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything the search problem of a node depends on, known before the problem is built: the key of
 * the equivalence classes of nodes.
 *
 * <p>Nodes with equal signatures have the same search problem but for names. They share one search
 * result: of a thousand equal nodes one is searched, and the others cost a hash lookup.
 *
 * <pre>{@code
 * node-1                      node-2                      node-3
 * pool gpu/node-1             pool gpu/node-2             pool gpu/node-3
 * rows  0 1 2 3               rows  0 1 2 3               rows  0 1 2 3
 * free  - x x x               free  - x x x               free  x x x x
 *        |                           |                           |
 *        +----- equal signature -----+                    other signature
 *                     |                                          |
 *             one search: row 1                          a search of its own
 *              /             \
 *  gpu/node-1, row 1   gpu/node-2, row 1
 * }</pre>
 *
 * <p>The result is in device numbers. {@link NodeVerdict} turns it into names with the {@link
 * NodeCandidates} of the node that asks, so each node gets its own device names.
 *
 * <p><b>What is compared.</b> Pool by pool, in the deciding order:
 *
 * <ul>
 *   <li>the traits table of the generation, by identity, because the inventory keeps equal ones
 *       once: it fixes capacities, counters, counter draws and hence the terms of every
 *       alternative;
 *   <li>the candidate, failing, member and node-operation rows and the constraint values of {@link
 *       PoolCandidates}: these depend on attributes, which the traits table leaves out;
 *   <li>what is left of the pool: devices in use, shared devices and their consumed capacity, the
 *       rest of every counter, the state of the compatibility groups ({@code PoolLoad});
 *   <li>whether the node can use devices that skip node operations.
 * </ul>
 *
 * <p><b>Soundness.</b> {@link NodeProblemBuilder} and {@link NodeBudgets} read nothing else, and a
 * search depends on nothing but its problem; so equal signatures mean equal problems and equal
 * results. Values are compared by their number in the allocation request, so signatures are
 * comparable only within one request, which keeps the map. Which devices of a pool a node sees is
 * not compared: a node that sees a pool only in part has no signature. Whatever names a device or a
 * pool is not shared either: results that end with an error are not stored, and {@link NodeAttempt}
 * checks invalid and incomplete pools for each node.
 *
 * <p>The converse does not hold. Nodes that differ in the values themselves, say in the names of
 * PCIe roots, have different signatures but often equal problems; {@link
 * dev.dray.allocation.search.ProblemSignature} finds these after the problem is built, if the
 * search is not short.
 *
 * <p><b>Cost.</b> The hash takes one pass over the bit sets and value columns of the pools; that of
 * the load is kept. Comparing takes another pass, and a difference mostly shows in the hash. {@code
 * AlikeNodesPropertyTest} asks nearly equal nodes together and alone, and fails if the signature
 * forgets values, use or amounts.
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
      sum = (sum * 31 + part.candidates().signature()) * 31 + part.load().likeness();
    }
    hash = sum;
  }

  /** Returns the signature of a node, or empty if the node sees one of its pools only in part. */
  static Optional<NodeSignature> of(NodeCandidates devices, boolean skipsOperations) {
    for (var part : devices.parts()) {
      if (part.view().size() != part.candidates().generation().size()) {
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
      if (!mine.candidates().isEquivalent(theirs.candidates())
          || !mine.load().isLike(theirs.load())) {
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
