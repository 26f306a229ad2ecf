package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.ResourceClaimSpec;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a demand means for nodes that offer the same of its extended resources.
 *
 * @param amounts what the node itself has to give
 * @param extended the claim for the rest
 * @param backed the extended resources that this claim is for
 */
record Variant(PodAmounts amounts, Optional<ResourceClaimSpec> extended, SortedSet<String> backed) {
  Variant {
    requireNonNull(amounts, "amounts");
    requireNonNull(extended, "extended");
    backed = Collections.unmodifiableSortedSet(new TreeSet<>(backed));
  }
}
