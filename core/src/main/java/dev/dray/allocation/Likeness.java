package dev.dray.allocation;

import dev.dray.allocation.NodeDevices.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that the problem of a node depends on, known before it is put together.
 *
 * <p>Nodes that are alike in it have the same problem but for names, and share its answer: of a
 * thousand equal nodes one is searched. It only covers pools whose use is easily compared: nothing
 * but whole devices in use where no amounts matter, otherwise nothing in use at all.
 */
final class Likeness {
  private final List<Part> parts;
  private final boolean skipsOperations;

  /** Of each part the rows in use. */
  private final long[][] used;

  private final int hash;

  private Likeness(List<Part> parts, boolean skipsOperations, long[][] used) {
    this.parts = parts;
    this.skipsOperations = skipsOperations;
    this.used = used;
    int sum = Boolean.hashCode(skipsOperations);
    for (int i = 0; i < used.length; i++) {
      sum = (sum * 31 + parts.get(i).plan().likeness()) * 31 + Arrays.hashCode(used[i]);
    }
    hash = sum;
  }

  /** Empty if it takes more than this to tell what the problem will be. */
  static Optional<Likeness> of(NodeDevices devices, boolean skipsOperations) {
    var used = new long[devices.parts().size()][];
    for (int i = 0; i < used.length; i++) {
      var part = devices.parts().get(i);
      boolean whole = part.view().size() == part.plan().generation().size();
      boolean untouched = part.load().usage().isEmpty();
      if (!whole || (!untouched && part.plan().hasAmounts())) {
        return Optional.empty();
      }
      used[i] = untouched ? PoolPlan.NO_ROWS : used(part);
    }
    return Optional.of(new Likeness(devices.parts(), skipsOperations, used));
  }

  private static long[] used(Part part) {
    var used = Bits.none(part.view().size());
    for (int row = 0; row < part.view().size(); row++) {
      if (part.load().exclusivelyUsed(row)) {
        Bits.add(used, row);
      }
    }
    return used;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Likeness that
        && hash == that.hash
        && skipsOperations == that.skipsOperations
        && Arrays.deepEquals(used, that.used)
        && haveLikePlans(that);
  }

  private boolean haveLikePlans(Likeness other) {
    for (int i = 0; i < used.length; i++) {
      if (!parts.get(i).plan().isLike(other.parts.get(i).plan())) {
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
