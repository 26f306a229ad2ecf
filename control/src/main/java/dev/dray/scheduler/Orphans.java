package dev.dray.scheduler;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.KnownObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Claims whose reservation a scheduler took back, and which have devices that nobody may want any
 * more. Mutable.
 *
 * <p>Their pod is tried again and takes up what is there. But if it is deleted before that, no
 * controller would notice: reservations are what it goes by.
 */
final class Orphans {
  private final Map<String, KnownObject<ResourceClaim>> claims = new LinkedHashMap<>();

  /** The reservation of a pod was taken back, perhaps by a scheduler that was here before. */
  void unreserved(KnownObject<ResourceClaim> claim) {
    if (isIdle(claim.value())) {
      claims.put(claim.key(), claim);
    }
  }

  /** Whether a scheduler gave it devices and nobody uses them. */
  private static boolean isIdle(ResourceClaim claim) {
    return claim.status().allocation().isPresent()
        && claim.status().reservedFor().isEmpty()
        && claim.metadata().finalizers().contains(ClaimSteps.FINALIZER);
  }

  /** Those that nobody wants; they are no longer remembered here. */
  List<KnownObject<ResourceClaim>> take(ClaimWriteQueue desk, Predicate<String> isNamed) {
    var unwanted = new ArrayList<KnownObject<ResourceClaim>>();
    for (var claim : List.copyOf(claims.values())) {
      var key = claim.key();
      var now = desk.find(key).filter(it -> isSame(it, claim) && isIdle(it.value()));
      if (now.isEmpty()) {
        claims.remove(key);
      } else if (!isNamed.test(key)) {
        claims.remove(key);
        unwanted.add(now.get());
      }
    }
    return unwanted;
  }

  private static boolean isSame(KnownObject<ResourceClaim> one, KnownObject<ResourceClaim> other) {
    return one.metadata().uid().equals(other.metadata().uid());
  }
}
