package dev.dray.allocation;

import dev.dray.api.resource.ResourceClaim;

/** How messages call objects. */
final class Names {
  private Names() {}

  static String of(ResourceClaim claim) {
    var namespace = claim.metadata().namespace();
    return namespace.isEmpty()
        ? claim.metadata().name()
        : namespace + "/" + claim.metadata().name();
  }
}
