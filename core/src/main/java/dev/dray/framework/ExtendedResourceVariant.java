package dev.dray.framework;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.framework.node.PodRequests;
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
public record ExtendedResourceVariant(
    PodRequests amounts, Optional<ResourceClaimSpec> extended, SortedSet<String> backed) {
  public ExtendedResourceVariant {
    requireNonNull(amounts, "amounts");
    requireNonNull(extended, "extended");
    backed = Collections.unmodifiableSortedSet(new TreeSet<>(backed));
  }
}
