package dev.dray.framework;

import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.framework.node.PodRequests;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The form a pod signature takes on nodes that offer the same of its extended resources.
 *
 * @param amounts the requests that the node itself has to satisfy
 * @param extended the claim for the rest
 * @param backed the extended resources that this claim is for
 */
public record ExtendedResourceVariant(
    PodRequests amounts, Optional<ResourceClaimSpec> extended, SortedSet<String> backed) {
  public ExtendedResourceVariant {
    backed = Collections.unmodifiableSortedSet(new TreeSet<>(backed));
  }
}
