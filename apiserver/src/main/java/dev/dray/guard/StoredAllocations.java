package dev.dray.guard;

import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.ledger.Ledger;
import dev.dray.watch.Item;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The ledger of the allocations of all stored claims; not thread-safe. */
final class StoredAllocations {
  private Ledger ledger = Ledger.empty();

  /**
   * The UID of each claim in the ledger, by key: a claim that is recreated under its name is
   * another.
   */
  private final Map<String, String> uids = new HashMap<>();

  Ledger ledger() {
    return ledger;
  }

  /** Applies a change of a claim; empty if it was deleted. */
  void apply(String key, Optional<Item> item) {
    var claim =
        item.map(Item::tree)
            .filter(tree -> tree.find("status", "allocation").isPresent())
            .map(tree -> HubItems.read(tree, Kind.RESOURCE_CLAIM, ResourceClaim.class));
    var uid = claim.map(it -> it.metadata().uid()).orElse("");
    var known = uids.remove(key);
    if (known != null && !known.equals(uid)) {
      ledger = ledger.without(known);
    }
    claim.ifPresent(
        it -> {
          ledger = ledger.with(it);
          uids.put(key, uid);
        });
  }
}
