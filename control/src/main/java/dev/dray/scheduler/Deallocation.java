package dev.dray.scheduler;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.KnownObject;
import dev.dray.framework.claim.GeneratedClaims;
import java.util.List;
import java.util.function.Consumer;

/**
 * Deallocates a claim that keeps its own pod from all nodes, so that it can get other devices:
 * upstream's plugin does this in PostFilter.
 */
final class Deallocation {
  private final ClaimWriteQueue claimWrites;

  Deallocation(ClaimWriteQueue claimWrites) {
    this.claimWrites = claimWrites;
  }

  /**
   * Begins to deallocate the first claim for which that is possible. The change of the claim wakes
   * the pod.
   *
   * @param unavailable claims that keep the pod from nodes
   * @param failed receives the reason if it turns out to be impossible
   * @return the message about it, empty if nothing is done
   */
  String begin(QueuedPod pod, List<ResourceClaim> unavailable, Consumer<String> failed) {
    for (var claim : unavailable) {
      var known = claimWrites.find(KnownObject.key(claim.metadata()));
      if (known.isPresent() && GeneratedClaims.isExtended(claim)) {
        claimWrites.change(known.get(), ClaimSteps.delete(claim), result -> ended(result, failed));
        return "deletion of ResourceClaim completed";
      }
      if (known.isPresent() && ClaimSteps.isFree(known.get().value(), pod.pod())) {
        claimWrites.change(
            known.get(), ClaimSteps.deallocate(pod.pod(), claim), result -> ended(result, failed));
        return "deallocation of ResourceClaim completed";
      }
    }
    return "";
  }

  private static void ended(ObjectUpdate.Result<ResourceClaim> result, Consumer<String> failed) {
    if (result instanceof ObjectUpdate.Result.Failed<ResourceClaim>(var why, _)) {
      failed.accept(why);
    }
  }
}
