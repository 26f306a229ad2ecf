package dev.dray.allocation.request;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.ledger.Holder;

/** The names of claims in messages: namespace and name. */
public final class ClaimNames {
  private ClaimNames() {}

  public static String of(ResourceClaim claim) {
    return of(claim.metadata().namespace(), claim.metadata().name());
  }

  /** Returns the name of the holder's claim. */
  public static String of(Holder holder) {
    return of(holder.namespace(), holder.claim());
  }

  private static String of(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
