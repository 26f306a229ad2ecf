package dev.dray.scheduler;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.KnownObject;
import dev.dray.framework.claim.Reservations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The claims whose reservation a scheduler removed, and whose devices may not be wanted any more.
 * Mutable.
 *
 * <p>Usually their pod is tried again and uses these devices. If it is deleted before that, no
 * controller notices, as controllers go by reservations.
 */
final class Orphans {
  private final ClaimWriteQueue claimWrites;
  private final Map<String, KnownObject<ResourceClaim>> claims = new LinkedHashMap<>();

  Orphans(ClaimWriteQueue claimWrites) {
    this.claimWrites = claimWrites;
  }

  /** Takes in a claim whose reservation was removed, perhaps by an earlier scheduler. */
  void unreserved(KnownObject<ResourceClaim> claim) {
    if (isIdle(claim.value())) {
      claims.put(claim.key(), claim);
    }
  }

  /** Returns whether a scheduler allocated the claim and nothing uses it. */
  private static boolean isIdle(ResourceClaim claim) {
    return claim.status().allocation().isPresent()
        && claim.status().reservedFor().isEmpty()
        && claim.metadata().finalizers().contains(Reservations.FINALIZER);
  }

  /** Deallocates and forgets the claims that no pod names. */
  void release(Predicate<String> isNamed) {
    for (var claim : List.copyOf(claims.values())) {
      var key = claim.key();
      var now = claimWrites.find(key).filter(it -> isSame(it, claim) && isIdle(it.value()));
      if (now.isEmpty()) {
        claims.remove(key);
      } else if (!isNamed.test(key)) {
        claims.remove(key);
        claimWrites.change(now.get(), ClaimSteps.release(now.get().value()), _ -> {});
      }
    }
  }

  private static boolean isSame(KnownObject<ResourceClaim> one, KnownObject<ResourceClaim> other) {
    return one.metadata().uid().equals(other.metadata().uid());
  }
}
