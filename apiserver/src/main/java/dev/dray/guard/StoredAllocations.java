package dev.dray.guard;

import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.ledger.Ledger;
import dev.dray.watch.Item;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Who holds what, as the stored claims say; for one thread. */
final class StoredAllocations {
  private Ledger ledger = Ledger.empty();

  /** By key the UID of each claim in the ledger: a claim made anew under its name is another. */
  private final Map<String, String> uids = new HashMap<>();

  Ledger ledger() {
    return ledger;
  }

  /** A claim as it is since; empty if it is gone. */
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
