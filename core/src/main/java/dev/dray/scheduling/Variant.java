package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.ResourceClaimSpec;
import java.util.Optional;

/**
 * What a demand means for nodes that offer the same of its extended resources.
 *
 * @param amounts what the node itself has to give
 * @param extended the claim for the rest
 */
record Variant(PodAmounts amounts, Optional<ResourceClaimSpec> extended) {
  Variant {
    requireNonNull(amounts, "amounts");
    requireNonNull(extended, "extended");
  }
}
