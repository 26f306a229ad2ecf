package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of a pod that decide where it may run.
 *
 * @param nodeName the node it runs on; empty if that is not decided yet
 * @param requiredNodes {@code affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution}
 * @param preferredNodes {@code
 *     affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution}
 * @param schedulingGates the names of the gates that keep it from being scheduled
 * @param unconsidered fields that are set and would matter to a scheduler, but that Dray ignores
 */
public record PodSpec(
    String nodeName,
    String schedulerName,
    int priority,
    Map<String, String> nodeSelector,
    Optional<NodeSelector> requiredNodes,
    List<PreferredNodes> preferredNodes,
    PodAffinity podAffinity,
    PodAffinity podAntiAffinity,
    List<PodToleration> tolerations,
    List<PodResourceClaim> resourceClaims,
    List<Container> initContainers,
    List<Container> containers,
    Map<String, Quantity> overhead,
    List<String> schedulingGates,
    List<String> unconsidered) {
  public PodSpec {
    requireNonNull(nodeName, "nodeName");
    requireNonNull(schedulerName, "schedulerName");
    requireNonNull(requiredNodes, "requiredNodes");
    requireNonNull(podAffinity, "podAffinity");
    requireNonNull(podAntiAffinity, "podAntiAffinity");
    nodeSelector = FrozenMap.copyOf(nodeSelector);
    preferredNodes = List.copyOf(preferredNodes);
    tolerations = List.copyOf(tolerations);
    resourceClaims = List.copyOf(resourceClaims);
    initContainers = List.copyOf(initContainers);
    containers = List.copyOf(containers);
    overhead = FrozenMap.copyOf(overhead);
    schedulingGates = List.copyOf(schedulingGates);
    unconsidered = List.copyOf(unconsidered);
  }

  public PodSpec withNodeName(String nodeName) {
    return new PodSpec(
        nodeName,
        schedulerName,
        priority,
        nodeSelector,
        requiredNodes,
        preferredNodes,
        podAffinity,
        podAntiAffinity,
        tolerations,
        resourceClaims,
        initContainers,
        containers,
        overhead,
        schedulingGates,
        unconsidered);
  }

  /** Returns the spec of a pod for these nodes only, whose taints it tolerates. */
  public PodSpec pinnedTo(NodeSelector required, List<PodToleration> tolerations) {
    return new PodSpec(
        nodeName,
        schedulerName,
        priority,
        nodeSelector,
        Optional.of(required),
        preferredNodes,
        podAffinity,
        podAntiAffinity,
        tolerations,
        resourceClaims,
        initContainers,
        containers,
        overhead,
        schedulingGates,
        unconsidered);
  }
}
