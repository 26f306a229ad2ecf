package dev.dray.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * The holders of a device: of all of it, or of shares, each list in the order of claims.
 *
 * <p>More than one exclusive holder is a mistake that was stored. All of them are kept, or the
 * device would look free as soon as the first of them is gone.
 */
public record DeviceUse(List<AllocatedShare> exclusive, List<AllocatedShare> shares) {
  static final DeviceUse NONE = new DeviceUse(List.of(), List.of());

  public DeviceUse {
    exclusive = List.copyOf(exclusive);
    shares = List.copyOf(shares);
  }

  boolean isNone() {
    return exclusive.isEmpty() && shares.isEmpty();
  }

  /** Returns every share, those of the whole device first. */
  public List<AllocatedShare> all() {
    if (shares.isEmpty() || exclusive.isEmpty()) {
      return shares.isEmpty() ? exclusive : shares;
    }
    var all = new ArrayList<>(exclusive);
    all.addAll(shares);
    return all;
  }

  DeviceUse with(AllocatedShare added) {
    return added.shareId().isPresent()
        ? new DeviceUse(exclusive, inserted(shares, added))
        : new DeviceUse(inserted(exclusive, added), shares);
  }

  /** Returns the use without everything that the claim of this holder has. */
  DeviceUse without(Holder leaving) {
    return new DeviceUse(left(exclusive, leaving), left(shares, leaving));
  }

  /**
   * Inserts behind those that compare equal: these are of one claim and keep the order of its
   * status.
   */
  private static List<AllocatedShare> inserted(
      List<AllocatedShare> holdings, AllocatedShare added) {
    var changed = new ArrayList<AllocatedShare>(holdings.size() + 1);
    changed.addAll(holdings);
    int at = changed.size();
    while (at > 0 && changed.get(at - 1).compareTo(added) > 0) {
      at--;
    }
    changed.add(at, added);
    return changed;
  }

  private static List<AllocatedShare> left(List<AllocatedShare> holdings, Holder leaving) {
    return holdings.stream().filter(share -> !share.holder().isOfSameClaim(leaving)).toList();
  }
}
